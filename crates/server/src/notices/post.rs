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
use if_addrs::{IfAddr, Ifv4Addr, Ifv6Addr};
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
    /// Then nobody knows what is private.
    #[error("it cannot be seen in which networks this machine is: {0}")]
    Blind(io::Error),
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

/// An address of this machine, and how many bits of it are its network's.
pub(crate) type Network = (IpAddr, u8);
/// Who says in which networks this machine is.
pub(crate) type Networks = Arc<dyn Fn() -> io::Result<Vec<Network>> + Send + Sync>;

/// Posts things.
#[derive(Clone)]
pub(crate) struct Post {
    resolve: Resolve,
    networks: Networks,
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
    match plain(address) {
        IpAddr::V4(v4) => is_private_v4(v4),
        IpAddr::V6(v6) => is_private_v6(v6),
    }
}

/// An address of the old kind, however it is written.
fn plain(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().or_else(|| embedded(v6)).map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

/// The networks in which this machine is now.
fn own_networks() -> io::Result<Vec<Network>> {
    let network = |addr| match addr {
        IfAddr::V4(Ifv4Addr { ip, prefixlen, .. }) => (IpAddr::V4(ip), prefixlen),
        IfAddr::V6(Ifv6Addr { ip, prefixlen, .. }) => (IpAddr::V6(ip), prefixlen),
    };
    Ok(if_addrs::get_if_addrs()?.into_iter().map(|interface| network(interface.addr)).collect())
}

/// Whether an address is in such a network.
fn is_in(address: IpAddr, (own, prefix): Network) -> bool {
    // As many bits of both; of a line whose network is everything only the machine itself.
    let same = |one: u128, other: u128, bits: u32| {
        let own = if prefix == 0 { bits } else { u32::from(prefix).min(bits) };
        (one ^ other) >> (bits - own) == 0
    };
    match (plain(address), plain(own)) {
        (IpAddr::V4(one), IpAddr::V4(other)) => same(one.to_bits().into(), other.to_bits().into(), 32),
        (IpAddr::V6(one), IpAddr::V6(other)) => same(one.to_bits(), other.to_bits(), 128),
        _ => false,
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
        Self::with(resolve, Arc::new(own_networks), trusted)
    }

    pub(crate) fn with(resolve: Resolve, networks: Networks, trusted: Vec<String>) -> Self {
        Self { resolve, networks, tls: Arc::default(), trusted }
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
        if !to.trusted {
            let networks = (self.networks)().map_err(NotPosted::Blind)?;
            let is_inside = |address| is_private(address) || networks.iter().any(|&own| is_in(address, own));
            // One address inside is enough: whoever gives such a name means no good.
            if let Some(inside) = found.iter().map(SocketAddr::ip).find(|&address| is_inside(address)) {
                return Err(NotPosted::Private(inside));
            }
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
    use futures_util::FutureExt as _;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
        sync::oneshot,
    };

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

    /// A machine in the world, with a network of its own.
    fn networks() -> Vec<Network> {
        let own = [("203.0.114.7", 24), ("2a01:4f8:1:2::7", 64), ("198.200.1.1", 0)];
        own.map(|(address, prefix)| (address.parse().expect(address), prefix)).into()
    }

    /// What becomes of something for a name that leads to these addresses.
    async fn posted_to(found: Vec<IpAddr>, networks: Networks) -> Result<StatusCode, NotPosted> {
        let resolve: Resolve = Arc::new(move |_, port| {
            let found = found.iter().map(|&address| SocketAddr::new(address, port)).collect();
            Box::pin(async move { Ok(found) })
        });
        let post = Post::with(resolve, networks, Vec::new());
        let to = post.endpoint("https://push.example/x").expect("the name says nothing");
        post.post(&to, HeaderMap::new(), Vec::new()).await
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_followed() {
        for inside in [
            "127.0.0.1",
            "10.0.0.7",
            "::1",
            "169.254.169.254",
            "::ffff:192.168.0.1",
            // Everybody may reach these; but they are this machine's, or next to it.
            "203.0.114.7",
            "203.0.114.200",
            "::ffff:203.0.114.9",
            "2002:cb00:7207::",
            "2a01:4f8:1:2::99",
            "198.200.1.1",
        ] {
            let address: IpAddr = inside.parse().expect(inside);
            let outside = IpAddr::from([1, 1, 1, 1]);
            let posted = posted_to(vec![outside, address], Arc::new(|| Ok(networks()))).await;
            assert!(matches!(posted, Err(NotPosted::Private(found)) if found == address), "{posted:?}");
        }
    }

    #[tokio::test]
    async fn a_machine_that_does_not_know_where_it_is_posts_nothing() {
        let blind: Networks = Arc::new(|| Err(io::ErrorKind::PermissionDenied.into()));
        let posted = posted_to(vec![IpAddr::from([1, 1, 1, 1])], blind).await;
        assert!(matches!(posted, Err(NotPosted::Blind(_))), "{posted:?}");
        assert!(own_networks().expect("it is seen").iter().any(|(own, _)| own.is_loopback()));
    }

    #[test]
    fn what_is_next_to_a_network_is_outside() {
        let own = networks();
        let is_inside = |address: &str| own.iter().any(|&own| is_in(address.parse().expect(address), own));
        for outside in ["203.0.115.7", "203.0.113.255", "2a01:4f8:1:3::7", "198.200.1.2", "1.1.1.1"] {
            assert!(!is_inside(outside), "{outside}");
        }
    }

    /// Somebody on this machine whom the house trusts, and what they do with whoever comes.
    async fn somebody<F: Future<Output = ()> + Send + 'static>(
        does: impl FnOnce(TcpStream) -> F + Send + 'static,
    ) -> (Post, Endpoint) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let origin = format!("http://{}", listener.local_addr().expect("it has an address"));
        tokio::spawn(async move {
            let (line, _) = listener.accept().await.expect("somebody comes");
            does(line).await;
        });
        let post = Post::new(vec![origin.clone()]);
        let to = post.endpoint(&format!("{origin}/x")).expect("the house trusts it");
        (post, to)
    }

    /// Reads until the end of the request's head.
    async fn heard(line: &mut TcpStream) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(line.read_u8().await.expect("they say something"));
        }
    }

    #[tokio::test]
    async fn whoever_hangs_is_not_waited_for() {
        let (tell, told) = oneshot::channel();
        let (post, to) = somebody(|mut line| async move {
            heard(&mut line).await;
            let _ = tell.send(line);
        })
        .await;
        let posted = tokio::spawn(async move { post.post(&to, HeaderMap::new(), Vec::new()).await });
        let mut line = told.await.expect("they have heard it");
        tokio::time::pause();
        tokio::time::advance(PATIENCE).await;
        assert!(matches!(posted.await.expect("it ends"), Err(NotPosted::Late)));
        tokio::time::resume();
        assert_eq!(line.read(&mut [0; 9]).await.expect("it is closed"), 0, "nothing is held for them");
    }

    #[tokio::test]
    async fn nobody_is_followed_elsewhere() {
        let elsewhere = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let at = elsewhere.local_addr().expect("it has an address");
        for status in [301, 302, 303, 307, 308] {
            let (post, to) = somebody(move |mut line| async move {
                heard(&mut line).await;
                let answer =
                    format!("HTTP/1.1 {status} x\r\nlocation: http://{at}/\r\ncontent-length: 0\r\n\r\n");
                line.write_all(answer.as_bytes()).await.expect("they listen");
            })
            .await;
            let posted = post.post(&to, HeaderMap::new(), Vec::new()).await.expect("they answer");
            assert_eq!(posted.as_u16(), status, "that is all");
        }
        assert!(elsewhere.accept().now_or_never().is_none(), "nobody came");
    }

    #[tokio::test]
    async fn an_answer_without_end_is_cut_off() {
        for head in ["HTTP/1.1 201 x\r\n\r\n", "HTTP/1.1 201 x\r\nx: "] {
            let (tell, told) = oneshot::channel();
            let (post, to) = somebody(move |mut line| async move {
                heard(&mut line).await;
                line.write_all(head.as_bytes()).await.expect("they listen");
                let mut written = 0_u64;
                while line.write_all(&[b'x'; 1 << 10]).await.is_ok() {
                    written += 1 << 10;
                }
                let _ = tell.send(written);
            })
            .await;
            let posted = post.post(&to, HeaderMap::new(), Vec::new()).await;
            assert_eq!(posted.is_ok(), head.ends_with("\r\n\r\n"), "{posted:?}");
            // What lies on the way counts, too: the machine takes some of it before anybody reads.
            let written = told.await.expect("they are cut off");
            assert!(written < 64 << 20, "{written}");
        }
    }
}
