//! The pages themselves: the built client, inside the binary.

use std::sync::LazyLock;

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::{routes::NotGranted, says};

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
        scripts.map(|(script, _)| format!(" 'sha256-{}'", base64(&Sha256::digest(script)))).collect();
    hashes.concat()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().enumerate().fold(0u32, |bits, (i, &byte)| bits | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize] as char;
            text.push(if i <= three.len() { digit } else { '=' });
        }
    }
    text
}

/// A file of the client; any other path is a page of the client's own, which `index.html` shows.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let found = Dist::get(path).filter(|_| !path.is_empty()).map(|file| (path, file));
    let found =
        if is_file { found } else { found.or_else(|| Some(("index.html", Dist::get("index.html")?))) };
    match found {
        Some((path, file)) => answer(path, &file, &headers),
        None => NotGranted::new(StatusCode::NOT_FOUND, says::NO_PAGE).into_response(),
    }
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let etag = format!("\"{}\"", base64(&file.metadata.sha256_hash()[..18]));
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

/// What every answer says to the browser about itself.
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
    fn base64_as_everybody_writes_it() {
        for (bytes, text) in
            [("", ""), ("M", "TQ=="), ("Ma", "TWE="), ("Man", "TWFu"), ("light work", "bGlnaHQgd29yaw==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn scripts_in_the_page_are_allowed_by_their_hash() {
        let allowed = inline_scripts(b"<script>alert('Hello, world.');</script><script src=x></script>");
        assert_eq!(allowed, " 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }
}
