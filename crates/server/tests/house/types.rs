//! The TypeScript of the client is what the Rust types say.
//!
//! `cargo xtask types` writes it anew.

use std::{collections::BTreeMap, fs, path::Path};

use server::protocol::{
    Account, Ahead, AnalysisState, AskAhead, AskHint, AskLine, ChangePlan, CodeMade, Company, Fork,
    GameRecord, GamesPage, Hint, Invite, JoinTournament, KeeperAct, KeeperPage, Line, Lobby, MailCode, Me,
    MyPlan, NewBrowser, NewCode, NewMail, NewName, NewPasskey, NewTable, NewTournament, NewVacation,
    NoticeSettings, OldBrowser, Opened, Profile, Puzzles, Ratings, Recover, RemoveFromTournament, Replay,
    Reply, Request, SaidLine, Seeking, Settle, SignIn, Sorry, TableRatings, Tied, Tournament,
    TournamentDoors, TournamentPage, Tournaments, VacationState, Wishes,
};
use ts_rs::{Config, TS};

type Files = BTreeMap<String, String>;

fn files(folder: &Path) -> Files {
    let Ok(entries) = fs::read_dir(folder) else { return Files::new() };
    let mut files = Files::new();
    for entry in entries {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        files.insert(name, fs::read_to_string(&path).expect("types are text"));
    }
    files
}

#[test]
fn the_clients_types_are_not_stale() {
    let made = tempfile::tempdir().expect("a temporary folder");
    let config = Config::new().with_out_dir(made.path()).with_large_int("number");
    catalogue::types::export(&config).expect("the games' types are written");
    Request::export_all(&config).expect("requests are written");
    Reply::export_all(&config).expect("replies are written");
    Lobby::export_all(&config).expect("the lobby is written");
    Account::export_all(&config).expect("accounts are written");
    Profile::export_all(&config).expect("profiles are written");
    Wishes::export_all(&config).expect("wishes are written");
    Seeking::export_all(&config).expect("wishes are written");
    Ratings::export_all(&config).expect("ratings are written");
    TableRatings::export_all(&config).expect("ratings are written");
    Tied::export_all(&config).expect("company is written");
    Company::export_all(&config).expect("company is written");
    Invite::export_all(&config).expect("invitations are written");
    SaidLine::export_all(&config).expect("reports are written");
    KeeperPage::export_all(&config).expect("the keeper's page is written");
    KeeperAct::export_all(&config).expect("the keeper's page is written");
    Settle::export_all(&config).expect("the keeper's page is written");
    NewPasskey::export_all(&config).expect("passkeys are written");
    SignIn::export_all(&config).expect("passkeys are written");
    Me::export_all(&config).expect("guests are written");
    NewName::export_all(&config).expect("names are written");
    NewTable::export_all(&config).expect("new tables are written");
    Fork::export_all(&config).expect("forks are written");
    Replay::export_all(&config).expect("replays are written");
    Opened::export_all(&config).expect("opened tables are written");
    Sorry::export_all(&config).expect("refusals are written");
    GamesPage::export_all(&config).expect("games are written");
    GameRecord::export_all(&config).expect("records are written");
    NewCode::export_all(&config).expect("codes are written");
    CodeMade::export_all(&config).expect("codes are written");
    AnalysisState::export_all(&config).expect("analyses are written");
    AskLine::export_all(&config).expect("lines are written");
    Line::export_all(&config).expect("lines are written");
    AskAhead::export_all(&config).expect("plans are written");
    Ahead::export_all(&config).expect("plans are written");
    MyPlan::export_all(&config).expect("plans are written");
    ChangePlan::export_all(&config).expect("plans are written");
    Puzzles::export_all(&config).expect("puzzles are written");
    AskHint::export_all(&config).expect("hints are written");
    Hint::export_all(&config).expect("hints are written");
    NoticeSettings::export_all(&config).expect("notices are written");
    NewBrowser::export_all(&config).expect("notices are written");
    OldBrowser::export_all(&config).expect("notices are written");
    NewMail::export_all(&config).expect("notices are written");
    MailCode::export_all(&config).expect("notices are written");
    NewTournament::export_all(&config).expect("tournaments are written");
    JoinTournament::export_all(&config).expect("tournaments are written");
    RemoveFromTournament::export_all(&config).expect("tournaments are written");
    TournamentDoors::export_all(&config).expect("tournaments are written");
    Tournaments::export_all(&config).expect("tournaments are written");
    TournamentPage::export_all(&config).expect("tournaments are written");
    Tournament::export_all(&config).expect("tournaments are written");
    VacationState::export_all(&config).expect("vacations are written");
    NewVacation::export_all(&config).expect("vacations are written");
    Recover::export_all(&config).expect("codes are written");
    let wanted = files(made.path());

    let page_path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(&page_path).expect("the protocol has a page");
    let wanted_page = with_types(&page, &wanted["protocol.ts"]);

    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/generated");
    if std::env::var_os("QUINTETTE_BLESS").is_some() {
        fs::write(&page_path, wanted_page).expect("the protocol's page can be written");
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept).expect("the client's folder can be made");
        for (name, text) in &wanted {
            fs::write(kept.join(name), text).expect("the client's folder can be written");
        }
        return;
    }
    let kept = files(&kept);
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    let fix = "the client's types are stale: run `cargo xtask types` and commit web/src/lib/generated";
    assert_eq!(names(&kept), names(&wanted), "{fix}");
    for (name, text) in &wanted {
        assert_eq!(&kept[name], text, "{name}: {fix}");
    }
    assert_eq!(page, wanted_page, "docs/protocol.md is stale: run `cargo xtask types` and commit it");
}

/// The protocol's page, which ends with the messages as types.
fn with_types(page: &str, types: &str) -> String {
    const HEADING: &str = "## The messages\n";
    let (text, _) = page.split_once(HEADING).expect("the page has a heading for the messages");
    let types: Vec<&str> =
        types.lines().filter(|l| !l.starts_with("import") && !l.starts_with("//")).collect();
    format!("{text}{HEADING}\nMade from the Rust types.\n\n```ts\n{}\n```\n", types.join("\n").trim())
}
