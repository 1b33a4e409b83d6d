//! The pages themselves: the built client, inside the binary.
//!
//! What is text lies there as the client's build packed it, as Brotli and as gzip, and is sent as it lies; the few who read neither
//! get it unpacked. Only the page itself lies there plain as well, because it is made anew for everybody.

use std::{borrow::Cow, io::Read as _, sync::LazyLock};

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::read::GzDecoder;
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

/// A file of the client, in each form in which it lies here.
struct Found<'a> {
    path: &'a str,
    plain: Option<EmbeddedFile>,
    brotli: Option<EmbeddedFile>,
    gzip: Option<EmbeddedFile>,
}

impl<'a> Found<'a> {
    fn at(path: &'a str) -> Option<Self> {
        let [brotli, gzip] = ["br", "gz"].map(|end| Dist::get(&format!("{path}.{end}")));
        let plain = Dist::get(path);
        (plain.is_some() || gzip.is_some()).then_some(Self { path, plain, brotli, gzip })
    }

    /// The file for a path. A path that names no file is a page of the client's own, which `index.html` shows.
    fn of(uri: &'a Uri) -> Option<Self> {
        let path = uri.path().trim_start_matches('/');
        let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        Self::at(path).or_else(|| if is_file { None } else { Self::at("index.html") })
    }

    /// The same for each form: whoever has the file has it in the form that they read.
    fn etag(&self) -> Option<String> {
        let file = self.gzip.as_ref().or(self.plain.as_ref())?;
        Some(format!("\"{}\"", STANDARD.encode(&file.metadata.sha256_hash()[..18])))
    }

    /// In the best form that somebody reads, and its name if it has one.
    fn read_by(self, accepted: &str) -> Option<(Option<&'static str>, Cow<'static, [u8]>)> {
        match (self.brotli, self.gzip) {
            (Some(file), _) if accepts(accepted, "br") => Some((Some("br"), file.data)),
            (_, Some(file)) if accepts(accepted, "gzip") => Some((Some("gzip"), file.data)),
            (_, Some(file)) if self.plain.is_none() => Some((None, unpacked(&file.data)?.into())),
            _ => Some((None, self.plain?.data)),
        }
    }
}

fn unpacked(gzip: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain).ok()?;
    Some(plain)
}

/// The page as it was built, if this path shows it.
pub(crate) fn page(uri: &Uri) -> Option<String> {
    // The page itself is asked for by a path that names no file of ours.
    let file = Found::of(uri).filter(|file| uri.path().trim_start_matches('/') != file.path)?;
    Some(String::from_utf8_lossy(&file.plain?.data).into_owned())
}

/// A file of the client.
pub(crate) fn serve(uri: &Uri, headers: &HeaderMap) -> Response {
    let answer = Found::of(uri).and_then(|file| answer(file, headers));
    answer.unwrap_or_else(|| NotGranted::new(StatusCode::NOT_FOUND, messages::NO_PAGE).into_response())
}

/// Whether a list such as `gzip, br;q=0.5` names this encoding, and not to refuse it.
fn accepts(list: &str, encoding: &str) -> bool {
    let named = |one: &str| one.split(';').next().unwrap_or_default().trim() == encoding;
    list.split(',').any(|one| named(one) && !one.trim_end().ends_with("q=0"))
}

fn answer(file: Found<'_>, headers: &HeaderMap) -> Option<Response> {
    let (path, etag) = (file.path, file.etag()?);
    // The name of a file in `assets/` holds its hash: it never changes.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common =
        [(header::ETAG, etag.as_str()), (header::CACHE_CONTROL, caching), (header::VARY, "accept-encoding")];
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| matches(known, &etag));
    if known {
        return Some((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
    let (encoding, data) = file.read_by(accepted)?;
    let encoding = encoding.map(|encoding| [(header::CONTENT_ENCODING, encoding)]);
    Some((common, encoding, [(header::CONTENT_TYPE, kind(path))], data).into_response())
}

/// What a file is, by the end of its name: what the client's build makes.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "txt" => "text/plain",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
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
