//! Folding a lesson: what was answered at each stage, through the referee.

use serde_json::value::RawValue;
use table::{By, GameEntry, Millis, Refusal, Seat, Words};

use super::{Attend, Lesson, LessonMoment, LessonScene, LessonStep, MOST_ANSWERS, NEXT, Position, Stage};
use crate::{Happened, Live, Trouble};

const READ_FIRST: Words = Words::fixed(
    "That is allowed, but read this first, then go on.",
    "C’est permis, mais lisez d’abord ceci, puis continuez.",
);
const ANOTHER: Words = Words::fixed(
    "The rules allow that, but here try what the coach suggests.",
    "Les règles le permettent, mais ici essayez ce que propose le guide.",
);

/// A scene in play.
struct Playing<'a> {
    scene: &'a LessonScene,
    live: Box<dyn Live>,
    /// The time of the newest entry.
    at: Millis,
    steps: Vec<LessonStep>,
}

/// What came of an answer.
enum Came {
    /// It was what the coach meant.
    Good,
    Refused(Refusal),
    /// Legal, but not what the coach meant.
    NotThis,
}

impl Lesson {
    /// The lesson after these answers. What does not fit the lesson is left out, with all that follows it.
    pub fn attend(&self, game: &str, asked: &Attend) -> Result<LessonMoment, Trouble> {
        let stages: Vec<(usize, &Stage)> = self
            .scenes
            .iter()
            .enumerate()
            .flat_map(|(k, scene)| scene.stages.iter().map(move |s| (k, s)))
            .collect();
        let nothing_here = || Trouble::UnknownGame(game.to_owned());
        let mut playing = Playing::open(game, self.scenes.first().ok_or_else(nothing_here)?)?;
        let (mut kept, mut fresh) = (0, 0);
        let mut remark = None;
        let tried = asked.attempt.iter().map(|answer| (answer, true));
        let answers = asked.played.iter().take(MOST_ANSWERS).map(|answer| (answer, false)).chain(tried);
        let mut in_step = true;
        for (answer, is_try) in answers {
            // The last word asks for nothing more.
            if kept + 1 >= stages.len() || !(in_step || is_try) {
                break;
            }
            let (scene, stage) = stages[kept];
            let before = playing.steps.len();
            match playing.answer(stage, answer)? {
                Came::Good => {
                    kept += 1;
                    fresh = playing.steps.len() - before;
                    let next = stages[kept].0;
                    if next != scene {
                        playing = Playing::open(game, &self.scenes[next])?;
                        fresh = 0;
                    }
                }
                came if is_try => remark = Some(came),
                _ => in_step = false,
            }
        }
        let (scene, stage) = stages.get(kept).copied().ok_or_else(nothing_here)?;
        let act = !stage.wanted.is_empty();
        let sight = playing.live.look(Some(playing.scene.seat), act);
        Ok(LessonMoment {
            kept,
            scene,
            stage: kept,
            stages: stages.len(),
            done: kept + 1 == stages.len(),
            praise: kept.checked_sub(1).and_then(|before| stages[before].1.praise.clone()),
            say: stage.say.clone(),
            act,
            hint: stage.hint.clone(),
            names: self.names.iter().take(playing.live.seats().into()).cloned().collect(),
            seat: playing.scene.seat,
            view: sight.view(),
            actions: sight.actions(),
            awaited: playing.live.shown_awaited(Some(playing.scene.seat)),
            outcome: playing.live.outcome().cloned(),
            now: playing.at,
            steps: playing.steps,
            fresh,
            not_this: match remark {
                Some(Came::NotThis) => Some(if act { ANOTHER } else { READ_FIRST }),
                _ => None,
            },
            refusal: match remark {
                Some(Came::Refused(refusal)) => Some(refusal),
                _ => None,
            },
        })
    }
}

/// An empty list; writing it cannot fail.
impl<'a> Playing<'a> {
    fn open(game: &str, scene: &'a LessonScene) -> Result<Self, Trouble> {
        let live = match &scene.position {
            Position::New { seats, options, seed } => {
                crate::open_newest(game, options.get(), *seats, (*seed).into())?
            }
            Position::State(state) => crate::load(game, state.get())?,
        };
        let mut playing = Self { scene, live, at: Millis::ZERO, steps: Vec::new() };
        playing.happen(&scene.entries)?;
        Ok(playing)
    }

    /// Lets these entries of a log happen.
    fn happen(&mut self, entries: &[GameEntry<String>]) -> Result<(), Trouble> {
        for entry in entries {
            self.at = self.at.max(entry.at);
            match &entry.by {
                By::Seat(seat, notation) => {
                    let happened = self.live.play(*seat, notation, self.at)?;
                    self.note(Some(*seat), happened);
                }
                By::Clock => {
                    let happened = self.live.tick(self.at);
                    self.note(None, happened);
                }
            }
        }
        Ok(())
    }

    /// What the learner may know of it.
    fn note(&mut self, by: Option<Seat>, happened: Happened) {
        let eyes = Some(self.scene.seat);
        // Events were written as JSON by the game: they are read back without fail.
        let events = happened.heard_by(eyes).filter_map(|json| RawValue::from_string(json.to_owned()).ok());
        let events = events.collect();
        let act = by.zip(happened.notation).filter(|_| happened.witnesses.includes(eyes));
        let (seat, action) = act.unzip();
        self.steps.push(LessonStep { n: self.steps.len() + 1, at: self.at, seat, action, events });
    }

    fn answer(&mut self, stage: &Stage, answer: &str) -> Result<Came, Trouble> {
        let seat = self.scene.seat;
        if stage.wanted.is_empty() {
            if answer != NEXT {
                return Ok(match self.live.check(seat, answer, self.at) {
                    Ok(_) => Came::NotThis,
                    Err(refusal) => Came::Refused(refusal),
                });
            }
        } else {
            let checked = match self.live.check(seat, answer, self.at) {
                Ok(checked) => checked,
                Err(refusal) => return Ok(Came::Refused(refusal)),
            };
            if !stage.wants(&checked.notation) {
                return Ok(Came::NotThis);
            }
            let happened = self.live.play(seat, &checked.notation, self.at)?;
            self.note(Some(seat), happened);
        }
        self.happen(&stage.then)?;
        Ok(Came::Good)
    }
}

impl Stage {
    /// Whether this is what the coach means.
    pub fn wants(&self, notation: &str) -> bool {
        self.wanted.iter().any(|wanted| match wanted.strip_suffix('*') {
            Some(beginning) => notation.starts_with(beginning),
            None => notation == wanted,
        })
    }
}
