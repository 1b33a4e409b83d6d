//! The rules as people read them: each game's two texts, cut into sections and clauses.

use serde::Serialize;
use table::{Clause, Lang};
use ts_rs::TS;

/// A game's rules in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RulesPage {
    pub title: String,
    pub intro: String,
    pub sections: Vec<RulesSection>,
}

/// The clauses under one heading. The first section may have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RulesSection {
    pub heading: String,
    pub clauses: Vec<RulesClause>,
}

/// One clause. Its text may hold `code`, **emphasis** and table rows (`| … |`), one per line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RulesClause {
    pub id: Clause,
    /// Whether the whole clause is a ruling of ours, where the printed sheet is silent.
    pub ruling: bool,
    pub text: String,
}

/// The rules of a game, or nothing for an unknown one.
pub fn rules(id: &str, lang: Lang) -> Option<RulesPage> {
    crate::games::texts(id).map(|texts| read(texts.rules[lang as usize]))
}

/// `# Title`, an introduction, `## Heading`, and clauses as list items `- **P-4** (ruling) text` with indented lines after them.
fn read(text: &str) -> RulesPage {
    let mut page = RulesPage { title: String::new(), intro: String::new(), sections: Vec::new() };
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            title.trim().clone_into(&mut page.title);
        } else if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
            page.sections.push(RulesSection { heading: heading.trim().to_owned(), clauses: Vec::new() });
        } else if let Some(clause) = line.strip_prefix("- **").and_then(clause) {
            if page.sections.is_empty() {
                page.sections.push(RulesSection { heading: String::new(), clauses: Vec::new() });
            }
            if let Some(section) = page.sections.last_mut() {
                section.clauses.push(clause);
            }
        } else if let Some(last) = page.sections.last_mut().and_then(|s| s.clauses.last_mut()) {
            add_line(&mut last.text, line);
        } else if page.sections.is_empty() {
            add_line(&mut page.intro, line);
        }
    }
    page
}

fn clause(rest: &str) -> Option<RulesClause> {
    let (id, text) = rest.split_once("**")?;
    let id = id.parse().ok()?;
    let text = text.trim();
    let marked = text.strip_prefix("(ruling)").or_else(|| text.strip_prefix("(décision)"));
    Some(RulesClause { id, ruling: marked.is_some(), text: marked.unwrap_or(text).trim().to_owned() })
}

/// Wrapped lines flow together; table rows and list items keep their own.
fn add_line(text: &mut String, line: &str) {
    let line = line.trim();
    if line.is_empty() {
        return;
    }
    let own_line = line.starts_with('|') || line.starts_with("- ");
    if !text.is_empty() {
        let after_row = text.rsplit('\n').next().is_some_and(|last| last.starts_with('|'));
        text.push(if own_line || after_row { '\n' } else { ' ' });
    }
    text.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_into_sections_and_clauses() {
        let page = read(
            "# Title\n\nAn intro\non two lines.\n\n- **P-0** Two seats.\n\n## End\n- **P-12** (ruling) Three\n  in a row.\n  | a | b |\n  | 1 | 2 |\n- **P-13** Plain.\n",
        );
        assert_eq!((page.title.as_str(), page.intro.as_str()), ("Title", "An intro on two lines."));
        assert_eq!(page.sections[0].clauses[0].text, "Two seats.");
        let end = &page.sections[1];
        assert_eq!(end.heading, "End");
        assert!(end.clauses[0].ruling && !end.clauses[1].ruling);
        assert_eq!(end.clauses[0].text, "Three in a row.\n| a | b |\n| 1 | 2 |");
    }
}
