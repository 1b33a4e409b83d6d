//! The rules for people: every clause, in both languages.

#[test]
fn every_clause_is_told_in_both_languages() {
    for text in [include_str!("../../rules/en.md"), include_str!("../../rules/fr.md")] {
        let told: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("- **")?.split_once("** "))
            .map(|(id, _)| id)
            .collect();
        let clauses: Vec<String> = (0..=30).map(|number| format!("S-{number}")).collect();
        assert_eq!(told, clauses, "in their order, each once");
    }
}

/// The levels that people read are the levels that are played.
#[test]
fn s_9_the_table_of_levels_is_the_data() {
    for text in [include_str!("../../rules/en.md"), include_str!("../../rules/fr.md")] {
        for level in quicksand::data::LEVELS {
            let timers: Vec<String> =
                level.timers.iter().map(|glass| format!("{glass:?}")[..1].to_owned()).collect();
            let row = format!(
                "  | {} | {} | {} | {} | ",
                level.number,
                level.before,
                level.danger,
                timers.join(" ")
            );
            let extra = text.lines().find_map(|line| line.strip_prefix(&row)).expect("its row");
            let plain = !level.silence && !level.block && !level.outward && level.discard.is_none();
            assert_eq!(extra == "– |", plain, "level {}", level.number);
        }
    }
}
