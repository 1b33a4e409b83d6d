//! What is posted to a push service, whose address a browser gave: it may be anything. So only encrypted lines to the usual port,
//! only to addresses that everybody may reach (never this machine's or its network's), to the very address that was looked at,
//! without following anybody elsewhere, and within seconds.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};

use axum::http::{HeaderMap, Request, StatusCode, Uri, header};
use futures_util::future::BoxFuture;
use hyper::body::{Body as _, Incoming};
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};

/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much of an answer is read.
const MOST_ANSWERED: u64 = 4 << 10;
/// The longest address.
const LONGEST: usize = 1_000;

/// Why something was not posted.
#[derive(Debug, Error)]
pub(crate) enum NotPosted {
    /// Nothing will ever be posted there.
    #[error("this is no address of a push service")]
    Address,
    #[error("{0} belongs to this machine or its network")]
    Private(IpAddr),
    #[error("it takes too long")]
    Late,
    #[error("{0}")]
    Line(#[from] io::Error),
    #[error("{0}")]
    Http(#[from] hyper::Error),
    #[error("{0}")]
    Request(#[from] axum::http::Error),
}

/// Who says where a name is.
pub(crate) type Resolve =
    Arc<dyn Fn(String, u16) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

/// Posts things.
#[derive(Clone)]
pub(crate) struct Post {
    resolve: Resolve,
    /// Made when it is first needed.
    tls: Arc<OnceLock<Arc<ClientConfig>>>,
    /// Origins to which anything may be posted: push services of one's own.
    trusted: Vec<String>,
}

impl std::fmt::Debug for Post {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Post").field("trusted", &self.trusted).finish_non_exhaustive()
    }
}

/// Where something goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// `https://push.example`
    pub(crate) origin: String,
    host: String,
    port: u16,
    path: String,
    encrypted: bool,
    trusted: bool,
}

/// Whether nobody but this machine or its network, or nobody at all, is at this address.
pub(crate) fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_private_v4(v4),
        IpAddr::V6(v6) => match v6.to_ipv4_mapped().or_else(|| embedded(v6)) {
            Some(v4) => is_private_v4(v4),
            None => is_private_v6(v6),
        },
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        // This network; carriers' own (CGNAT); protocols' and measurements'; what is not in use.
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240
}

/// An address of the old kind inside of one of the new: `64:ff9b::/96`, `2002::/16`, and `::/96`.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let (high, low) = match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => (high, low),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => (high, low),
        _ => return None,
    };
    Some(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
}

/// All that may be reached from everywhere is in `2000::/3`, but for some of it.
fn is_private_v6(address: Ipv6Addr) -> bool {
    let s = address.segments();
    let public = s[0] & 0xe000 == 0x2000;
    let documentation = (s[0] == 0x2001 && s[1] == 0xdb8) || s[0] == 0x3fff;
    let tunnels = s[0] == 0x2001 && s[1] == 0;
    !public || documentation || tunnels
}

impl Post {
    pub(crate) fn new(trusted: Vec<String>) -> Self {
        let resolve: Resolve = Arc::new(|host, port| {
            Box::pin(async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) })
        });
        Self::with(resolve, trusted)
    }

    pub(crate) fn with(resolve: Resolve, trusted: Vec<String>) -> Self {
        Self { resolve, tls: Arc::default(), trusted }
    }

    fn tls(&self) -> Arc<ClientConfig> {
        Arc::clone(self.tls.get_or_init(Self::make_tls))
    }

    fn make_tls() -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        // One that cannot be read is not trusted; without any nobody is, which is said when something is sent.
        for certificate in rustls_native_certs::load_native_certs().certs {
            let _ = roots.add(certificate);
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map(|builder| builder.with_root_certificates(roots).with_no_client_auth());
        // The provider that we chose has these versions.
        #[allow(clippy::expect_used)]
        Arc::new(config.expect("ring has TLS 1.2 and 1.3"))
    }

    /// Where this address leads, if something may go there at all.
    pub(crate) fn endpoint(&self, address: &str) -> Result<Endpoint, NotPosted> {
        let uri: Uri = address.parse().map_err(|_| NotPosted::Address)?;
        let (scheme, authority) = match (uri.scheme_str(), uri.authority()) {
            (Some(scheme), Some(authority)) if address.len() <= LONGEST => (scheme, authority),
            _ => return Err(NotPosted::Address),
        };
        if authority.as_str().contains('@') {
            return Err(NotPosted::Address);
        }
        let encrypted = scheme == "https";
        let port = authority.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let origin = format!("{scheme}://{}", authority.as_str().to_ascii_lowercase());
        let trusted = self.trusted.contains(&origin);
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let literal = host.parse::<IpAddr>().ok();
        if let Some(address) = literal.filter(|address| !trusted && is_private(*address)) {
            return Err(NotPosted::Private(address));
        }
        // A name without a dot is a neighbour's.
        let outside = literal.is_some() || host.contains('.');
        if !(trusted || encrypted && port == 443 && outside) {
            return Err(NotPosted::Address);
        }
        Ok(Endpoint { origin, host, port, path, encrypted, trusted })
    }

    /// Posts it, and says what became of it.
    pub(crate) async fn post(
        &self,
        to: &Endpoint,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<StatusCode, NotPosted> {
        timeout(PATIENCE, self.posted(to, headers, body)).await.unwrap_or(Err(NotPosted::Late))
    }

    async fn posted(
        &self,
        to: &Endpoint,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<StatusCode, NotPosted> {
        let line = self.connect(to).await?;
        if !to.encrypted {
            return exchange(line, to, headers, body).await;
        }
        let name = ServerName::try_from(to.host.clone()).map_err(|_| NotPosted::Address)?;
        let line = TlsConnector::from(self.tls()).connect(name, line).await?;
        exchange(line, to, headers, body).await
    }

    /// Asked once where it is; and then nobody can say otherwise.
    async fn connect(&self, to: &Endpoint) -> Result<TcpStream, NotPosted> {
        let found = (self.resolve)(to.host.clone(), to.port).await?;
        // One address inside is enough: whoever gives such a name means no good.
        if let Some(inside) = found.iter().find(|found| !to.trusted && is_private(found.ip())) {
            return Err(NotPosted::Private(inside.ip()));
        }
        let mut trouble = io::Error::from(io::ErrorKind::NotFound);
        for address in found {
            match TcpStream::connect(address).await {
                Ok(line) => return Ok(line),
                Err(error) => trouble = error,
            }
        }
        Err(trouble.into())
    }
}

async fn exchange(
    line: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    to: &Endpoint,
    headers: HeaderMap,
    body: Vec<u8>,
) -> Result<StatusCode, NotPosted> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(line)).await?;
    // Ends with the last use of `sender`.
    let connection = tokio::spawn(connection);
    let mut request = Request::post(&to.path).body(axum::body::Body::from(body))?;
    *request.headers_mut() = headers;
    let authority = to.origin.split_once("://").map_or("", |(_, authority)| authority);
    let host = authority.parse().map_err(axum::http::Error::from)?;
    request.headers_mut().insert(header::HOST, host);
    let answer = sender.send_request(request).await;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            connection.abort();
            return Err(error.into());
        }
    };
    let status = answer.status();
    drain(answer.into_body()).await;
    connection.abort();
    Ok(status)
}

/// A little of what is answered is read, so that the other side is not cut off in the middle of it; nothing is made of it.
async fn drain(mut body: Incoming) {
    let mut read = 0;
    while read < MOST_ANSWERED {
        let frame = std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await;
        match frame {
            Some(Ok(frame)) => read += frame.data_ref().map_or(1, |data| data.len() as u64),
            Some(Err(_)) | None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_posted_to_the_house_s_own_network() {
        for inside in [
            "127.0.0.1",
            "127.8.9.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.1.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "239.1.1.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fdff::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "::7f00:1",
            "2001:db8::1",
            "2001::1",
        ] {
            assert!(is_private(inside.parse().expect(inside)), "{inside}");
        }
        for outside in
            ["1.1.1.1", "100.128.0.1", "172.32.0.1", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"]
        {
            assert!(!is_private(outside.parse().expect(outside)), "{outside}");
        }
    }

    #[test]
    fn only_encrypted_lines_to_the_usual_port_of_a_name_outside() {
        let post = Post::new(vec!["http://127.0.0.1:9000".to_owned()]);
        assert!(post.endpoint("https://push.example/send/abc?x=1").is_ok());
        assert!(post.endpoint("https://push.example:443/send").is_ok());
        assert!(post.endpoint("http://127.0.0.1:9000/send").is_ok(), "the house trusts it");
        for bad in [
            "http://push.example/send",
            "https://push.example:8443/send",
            "https://127.0.0.1/send",
            "https://[::1]/send",
            "https://[::ffff:10.0.0.1]/send",
            "https://localhost/send",
            "https://router/send",
            "https://user:word@push.example/send",
            "http://127.0.0.1:9001/send",
            "ftp://push.example/send",
            "file:///etc/passwd",
            "push.example/send",
            "",
            &format!("https://push.example/{}", "x".repeat(LONGEST)),
        ] {
            assert!(post.endpoint(bad).is_err(), "{bad}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_followed() {
        for inside in ["127.0.0.1", "10.0.0.7", "::1", "169.254.169.254", "::ffff:192.168.0.1"] {
            let address: IpAddr = inside.parse().expect(inside);
            let resolve: Resolve = Arc::new(move |_, port| {
                Box::pin(async move {
                    Ok(vec![SocketAddr::from(([1, 1, 1, 1], port)), SocketAddr::new(address, port)])
                })
            });
            let post = Post::with(resolve, Vec::new());
            let to = post.endpoint("https://push.example/x").expect("the name says nothing");
            let posted = post.post(&to, HeaderMap::new(), Vec::new()).await;
            assert!(matches!(posted, Err(NotPosted::Private(found)) if found == address), "{posted:?}");
        }
    }
}
