//! The pages themselves: the built client, inside the binary.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::{messages, routes::NotGranted};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// What the pages may do: load their own files, and nothing from anywhere else.
static POLICY: LazyLock<Option<HeaderValue>> = LazyLock::new(|| {
    let scripts = Dist::get("index.html").map(|page| inline_scripts(&page.data)).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).ok()
});

/// `'sha256-…'` of every script that stands in the page itself.
fn inline_scripts(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    let scripts = page.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    let hashes: Vec<_> =
        scripts.map(|(script, _)| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script)))).collect();
    hashes.concat()
}

/// Which build of the client this is, as the client's own build says; empty where there is none.
pub(crate) fn build() -> &'static str {
    static BUILD: LazyLock<String> = LazyLock::new(|| {
        let text = Dist::get("build.txt").map(|file| String::from_utf8_lossy(&file.data).trim().to_owned());
        text.unwrap_or_default()
    });
    &BUILD
}

/// The file for a path. A path that names no file is a page of the client's own, which `index.html` shows.
fn find(uri: &Uri) -> Option<(&str, EmbeddedFile)> {
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let found = Dist::get(path).filter(|_| !path.is_empty()).map(|file| (path, file));
    if is_file { found } else { found.or_else(|| Some(("index.html", Dist::get("index.html")?))) }
}

/// The page as it was built, if this path shows it.
pub(crate) fn page(uri: &Uri) -> Option<String> {
    let (_, file) = find(uri).filter(|(path, _)| is_page(uri, path))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// Whether a path names no file of ours, so that the page is shown in its place.
fn is_page(uri: &Uri, found: &str) -> bool {
    uri.path().trim_start_matches('/') != found
}

/// A file of the client.
pub(crate) fn serve(uri: &Uri, headers: &HeaderMap) -> Response {
    match find(uri) {
        Some((path, file)) => answer(path, &file, headers),
        None => NotGranted::new(StatusCode::NOT_FOUND, messages::NO_PAGE).into_response(),
    }
}

fn etag(file: &EmbeddedFile) -> String {
    format!("\"{}\"", STANDARD.encode(&file.metadata.sha256_hash()[..18]))
}

/// Files as gzip, by what they hold.
type Compressed = HashMap<String, (HeaderMap, Bytes)>;

static COMPRESSED: LazyLock<Mutex<Compressed>> = LazyLock::new(Mutex::default);

/// Sends a file as the build compressed it, to those who read that; for the others it is compressed once, not for each.
pub(crate) async fn compress_once(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let wants_all = request.method() == Method::GET && !headers.contains_key(header::IF_NONE_MATCH);
    // A page is another one for everybody.
    let file = find(request.uri()).filter(|(path, _)| wants_all && !is_page(request.uri(), path));
    let Some((path, file)) = file else {
        return next.run(request).await;
    };
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
    if accepts(accepted, "br")
        && let Some(compressed) = Dist::get(&format!("{path}.br"))
    {
        let how = [(header::CONTENT_ENCODING, "br"), (header::VARY, "accept-encoding")];
        return (how, answer(path, &EmbeddedFile { data: compressed.data, ..file }, headers)).into_response();
    }
    if !accepts(accepted, "gzip") {
        return next.run(request).await;
    }
    let key = etag(&file);
    let known = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let (headers, bytes) = if let Some(known) = known {
        known
    } else {
        let (parts, body) = next.run(request).await.into_parts();
        // Compression makes nothing longer, but for a frame of a few bytes.
        let Ok(bytes) = to_bytes(body, file.data.len() + 1024).await else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let made = (parts.headers, bytes);
        COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner).insert(key, made.clone());
        made
    };
    let mut response = Response::new(Body::from(bytes));
    *response.headers_mut() = headers;
    response
}

/// Whether a list such as `gzip, br;q=0.5` names this encoding, and not to refuse it.
fn accepts(list: &str, encoding: &str) -> bool {
    let named = |one: &str| one.split(';').next().unwrap_or_default().trim() == encoding;
    list.split(',').any(|one| named(one) && !one.trim_end().ends_with("q=0"))
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let etag = etag(file);
    // The name of a file in `assets/` holds its hash: it never changes.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [(header::ETAG, etag.as_str()), (header::CACHE_CONTROL, caching)];
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| matches(known, &etag));
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, file.metadata.mimetype())];
    (common, kind, file.data.clone()).into_response()
}

fn matches(known: &HeaderValue, etag: &str) -> bool {
    let known = known.to_str().unwrap_or_default();
    known.split(',').any(|one| one.trim().trim_start_matches("W/") == etag)
}

/// What every answer messages to the browser about itself.
pub(crate) async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if let Some(policy) = &*POLICY {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_accepted_if_it_is_listed() {
        assert!(accepts("gzip, deflate, br, zstd", "br") && accepts("br;q=0.5,gzip", "br"));
        assert!(!accepts("gzip, brotli", "br") && !accepts("br;q=0, gzip", "br") && !accepts("", "gzip"));
    }

    #[test]
    fn scripts_in_the_page_are_allowed_by_their_hash() {
        let allowed = inline_scripts(b"<script>alert('Hello, world.');</script><script src=x></script>");
        assert_eq!(allowed, " 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }
}
