//! The page, with what it would otherwise have to ask for first: who comes, what can be played, and what is played at the
//! table that it is about. It also brings the cookie, so that the live line need not wait for another answer.

use axum::{
    extract::State,
    http::{HeaderMap, Uri, header},
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::SignedCookieJar;
use serde::Serialize;

use super::{Granted, House_, identity::Identity};
use crate::{House, address::Address, assets, messages, people::Doing, protocol::Me};

/// Where the page looks for it: a script that is none, but data.
const BEGINS: &str = r#"<script type="application/json" id="told">"#;
const ENDS: &str = "</script>";

/// What the page is told with its first byte: answers by their addresses, and what is played at its table.
#[derive(Serialize)]
struct Told {
    #[serde(rename = "/api/me")]
    me: Me,
    #[serde(rename = "/api/games")]
    games: Vec<table::About>,
    game: Option<String>,
}

/// A page for whoever asks, never kept by anybody in between; or a file.
pub(super) async fn serve(State(house): House_, uri: Uri, headers: HeaderMap, from: Address) -> Response {
    let Some(page) = assets::page(&uri) else { return assets::serve(&uri, &headers) };
    match told(&house, &uri, &headers, from).await {
        Ok((jar, told)) => {
            let kind = [(header::CONTENT_TYPE, "text/html"), (header::CACHE_CONTROL, "no-store")];
            (jar, kind, telling(&page, &told)).into_response()
        }
        // The page asks by itself, and says what is wrong.
        Err(_) => assets::serve(&uri, &headers),
    }
}

async fn told(
    house: &House,
    uri: &Uri,
    headers: &HeaderMap,
    from: Address,
) -> Granted<(SignedCookieJar, Told)> {
    let identity = Identity::of(house, headers, from).await?;
    identity.counts(house, Doing::Look, messages::TOO_FAST)?;
    let game = match uri.path().strip_prefix("/table/") {
        Some(id) => house.store.game_of(id).await?,
        None => None,
    };
    let me = Me { mistaken: identity.mistaken, ..super::me_as(house, identity.guest).await? };
    Ok((identity.jar, Told { me, games: catalogue::abouts(), game }))
}

/// The page with what it is told. JSON that stands in HTML is written without `<`, so that nothing in it ends the element.
fn telling(page: &str, told: &Told) -> String {
    let Some((before, rest)) = page.split_once(BEGINS) else { return page.to_owned() };
    let after = rest.split_once(ENDS).map_or(rest, |(_, after)| after);
    // Strings, numbers and lists: writing them to memory cannot fail.
    let json = serde_json::to_string(told).unwrap_or_else(|_| "{}".to_owned()).replace('<', "\\u003c");
    [before, BEGINS, &json, ENDS, after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_breaks_out_of_the_page() {
        let name = "</script><script>alert(1)</script><!--";
        let me = Me { name: name.to_owned(), mistaken: false, account: false, keeper: false, build: "" };
        let told = Told { me, games: Vec::new(), game: Some("</script>".to_owned()) };
        let page = telling(&format!("<title></title>{BEGINS}\n{{}}\n{ENDS}<script></script>"), &told);
        assert_eq!(page.matches('<').count(), 6, "{page}");
        let (_, rest) = page.split_once(BEGINS).expect("an element");
        let (inside, after) = rest.split_once(ENDS).expect("its end");
        assert_eq!(after, "<script></script>");
        let read: serde_json::Value = serde_json::from_str(inside).expect("JSON");
        assert_eq!(read["/api/me"]["name"], name);
    }
}
