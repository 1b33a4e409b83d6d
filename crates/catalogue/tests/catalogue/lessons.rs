//! Every lesson is played through on the real referee, in every way that its coach accepts: nothing in it can go out of
//! step with the rules.

use std::collections::HashSet;

use catalogue::{Attend, GAMES, Lesson, LessonMoment, NEXT, Stage, lesson, rules};
use table::{Clause, Lang, Words};

fn attend(lesson: &Lesson, game: &str, played: &[String], attempt: Option<&str>) -> LessonMoment {
    let asked = Attend { played: played.to_vec(), attempt: attempt.map(str::to_owned) };
    lesson.attend(game, &asked).unwrap_or_else(|trouble| panic!("{game} {played:?}: {trouble}"))
}

fn actions(moment: &LessonMoment) -> Vec<String> {
    serde_json::from_str(moment.actions.get()).expect("actions are a list of notations")
}

/// Everything accepted at this stage, as the learner's page would offer it.
fn answers(stage: &Stage, moment: &LessonMoment) -> Vec<String> {
    if stage.wanted.is_empty() {
        return vec![NEXT.to_owned()];
    }
    actions(moment).into_iter().filter(|action| stage.wants(action)).collect()
}

/// Plays a scene in every way from here on; returns one way through it.
fn play_scene(lesson: &Lesson, game: &str, stages: &[&Stage], played: &[String], end: usize) -> Vec<String> {
    let moment = attend(lesson, game, played, None);
    assert_eq!((moment.kept, moment.stage), (played.len(), played.len()), "{game} {played:?}");
    assert_eq!(moment.act, !stages[played.len()].wanted.is_empty());
    if played.len() == end || moment.done {
        return played.to_vec();
    }
    let stage = stages[played.len()];
    let good = answers(stage, &moment);
    let offered = actions(&moment);
    for wanted in &stage.wanted {
        let met = offered.iter().any(|action| match wanted.strip_suffix('*') {
            Some(beginning) => action.starts_with(beginning),
            None => action == wanted,
        });
        assert!(met, "{game} stage {}: {wanted} is not offered: {offered:?}", played.len());
    }
    let mut through = None;
    for answer in good {
        let after = attend(lesson, game, played, Some(&answer));
        assert_eq!(after.kept, played.len() + 1, "{game} {played:?} {answer}: {:?}", after.refusal);
        assert!(after.refusal.is_none() && after.not_this.is_none());
        let played = [played, &[answer]].concat();
        let end = play_scene(lesson, game, stages, &played, end);
        through.get_or_insert(end);
    }
    through.unwrap_or_else(|| panic!("{game}: nobody gets past stage {}", played.len()))
}

#[test]
fn every_lesson_plays_through_in_every_way_it_accepts() {
    for &game in GAMES {
        let lesson = lesson(game).unwrap_or_else(|| panic!("{game} has a lesson that can be read"));
        let stages: Vec<&Stage> = lesson.scenes.iter().flat_map(|scene| &scene.stages).collect();
        assert!((8..=20).contains(&stages.len()), "{game}: about five minutes, not {} stages", stages.len());
        let mut played = Vec::new();
        for scene in &lesson.scenes {
            // What was done is looked at before the next position comes.
            assert!(scene.stages.last().is_some_and(|stage| stage.wanted.is_empty()), "{game}");
            // Scenes are independent: one way through those before is enough.
            let end = played.len() + scene.stages.len();
            played = play_scene(lesson, game, &stages, &played, end);
        }
        assert_eq!(played.len() + 1, stages.len(), "{game}: only the last word asks for nothing");
        let last = attend(lesson, game, &played, None);
        assert!(last.done && !last.act, "{game}");
        let lost = last.outcome.is_some_and(|outcome| !outcome.winners.contains(last.seat));
        assert!(!lost, "{game}: the lesson ends well");
        // Whoever goes on after the end stays there.
        assert_eq!(attend(lesson, game, &played, Some(NEXT)).kept, played.len());
    }
}

#[test]
fn what_the_coach_does_not_mean_is_kindly_left_out_and_what_is_illegal_is_refused() {
    for &game in GAMES {
        let lesson = lesson(game).expect("it is listed");
        let stages: Vec<&Stage> = lesson.scenes.iter().flat_map(|scene| &scene.stages).collect();
        let mut played: Vec<String> = Vec::new();
        let mut turned_down = 0;
        while played.len() + 1 < stages.len() {
            let stage = stages[played.len()];
            let moment = attend(lesson, game, &played, None);
            if let Some(other) = actions(&moment).into_iter().find(|action| !stage.wants(action)) {
                let after = attend(lesson, game, &played, Some(&other));
                assert_eq!(after.kept, played.len(), "{game} {other}");
                assert!(after.not_this.is_some() && after.refusal.is_none(), "{game} {other}");
                assert_eq!(after.view.get(), moment.view.get(), "{game}: nothing changed");
                turned_down += 1;
            }
            if moment.act {
                let nonsense = attend(lesson, game, &played, Some("x".repeat(40).as_str()));
                assert!(nonsense.refusal.is_some() && nonsense.kept == played.len(), "{game}");
            }
            // An answer that does not fit, and all after it, are left out.
            let stale = [played.as_slice(), &["no such thing".to_owned(), NEXT.to_owned()]].concat();
            assert_eq!(attend(lesson, game, &stale, None).kept, played.len());
            played.push(answers(stage, &moment).swap_remove(0));
        }
        assert!(turned_down > 2, "{game}");
    }
}

#[test]
fn the_coach_speaks_both_languages_and_names_clauses_that_exist() {
    for &game in GAMES {
        let clauses: HashSet<Clause> = rules(game, Lang::En)
            .expect("it has rules")
            .sections
            .iter()
            .flat_map(|section| section.clauses.iter().map(|clause| clause.id))
            .collect();
        let lesson = lesson(game).expect("it is listed");
        assert!((2..=5).contains(&lesson.scenes.len()), "{game}");
        let mut named = 0;
        for stage in lesson.scenes.iter().flat_map(|scene| &scene.stages) {
            assert_eq!(
                stage.wanted.is_empty(),
                stage.hint.is_none(),
                "{game}: who is to act may ask for a hint"
            );
            for words in [Some(&stage.say), stage.hint.as_ref(), stage.praise.as_ref()].into_iter().flatten()
            {
                let [en, fr] = [Lang::En, Lang::Fr].map(|lang| clauses_named(words, lang));
                assert_eq!(en, fr, "{game}: both languages name the same clauses: {words}");
                for clause in &en {
                    assert!(clauses.contains(clause), "{game}: there is no {clause}: {words}");
                }
                named += en.len();
                for lang in [Lang::En, Lang::Fr] {
                    let length = words.get(lang).chars().count();
                    assert!((3..=420).contains(&length), "{game}: short sentences, not {length}: {words}");
                }
                assert_ne!(words.en, words.fr);
            }
        }
        assert!(named >= 5, "{game}");
    }
}

/// Clauses as the page finds them to link them.
fn clauses_named(words: &Words, lang: Lang) -> Vec<Clause> {
    let not_in_a_clause = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    words.get(lang).split(not_in_a_clause).filter_map(|word| word.parse().ok()).collect()
}
