//! Mail, where the house has a server that takes it: plain text, in one language, with the way to end it in every one.

use std::time::Duration;

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::ContentType,
        header::{Header, HeaderName, HeaderValue},
    },
};
use table::Lang;

use super::say::Said;
use crate::{Config, ServeError, messages::notices as words};

/// How long the server may take for one mail.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends mail.
#[derive(Debug)]
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The house's address, for links.
    public: String,
}

/// Why a mail was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotMailed {
    /// Perhaps later.
    Now,
    /// Never: there is no such address.
    Ever,
}

/// `List-Unsubscribe` (RFC 2369) and `List-Unsubscribe-Post` (RFC 8058): a mail program's own button.
#[derive(Clone)]
struct ListUnsubscribe(String);
#[derive(Clone)]
struct OneClick;

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }
    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
}

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }
    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// An address that can be one, as it is kept: what is before the @ may differ by case, what is after it does not.
pub(crate) fn address(text: &str) -> Option<String> {
    let address: Address = text.trim().parse().ok()?;
    let plain = text.is_ascii() && text.len() <= 200 && address.domain().contains('.');
    plain.then(|| format!("{}@{}", address.user(), address.domain().to_ascii_lowercase()))
}

impl Mailer {
    /// What the house's settings say; nothing if it sends no mail.
    pub(crate) fn new(config: &Config) -> Result<Option<Self>, ServeError> {
        let wrong = |what: String| ServeError::Mail(what);
        let Some(server) = &config.notices.mail else { return Ok(None) };
        let Some(public) = &config.public else {
            return Err(wrong(
                "mail has links to the house: say with --public at which address people find it".to_owned(),
            ));
        };
        let from = config.notices.mail_from.as_ref().ok_or_else(|| {
            wrong("say whom mail comes from: --mail-from 'Quintette <table@example.org>'".to_owned())
        })?;
        let from = from.parse().map_err(|error| wrong(format!("--mail-from {from}: {error}")))?;
        // It may hold a password, which is told to nobody.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server)
            .map_err(|error| {
                wrong(format!(
                    "--mail is no address of a mail server ({error}): it looks like smtp://user:password@mail.example:587?tls=required"
                ))
            })?
            .timeout(Some(PATIENCE))
            .build();
        Ok(Some(Self { transport, from, public: public.trim_end_matches('/').to_owned() }))
    }

    /// The mail itself. Headers are encoded by the library; names in them have no line breaks in the first place.
    fn message(&self, to: &str, token: &str, said: &Said, lang: Lang) -> Option<Message> {
        let stop = format!("{}/stop/{token}", self.public);
        let one_click = format!("{}/api/mail/{token}/stop", self.public);
        let link = format!("\n\n{}{}", self.public, said.path);
        let footer = words::footer(&format!("{}/me#notices", self.public), &stop);
        let text = format!("{}{link}\n\n-- \n{}\n", said.body, footer.get(lang));
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to.parse().ok()?))
            .subject(&said.title)
            .header(ListUnsubscribe(one_click))
            .header(OneClick)
            .header(ContentType::TEXT_PLAIN)
            .body(text)
            .ok()
    }

    pub(super) async fn mail(&self, to: &str, token: &str, said: &Said, lang: Lang) -> Result<(), NotMailed> {
        let message = self.message(to, token, said, lang).ok_or(NotMailed::Ever)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::warn!(%error, "a mail is not sent");
                let code = error.status().map(u16::from);
                Err(if code.is_some_and(is_no_mailbox) { NotMailed::Ever } else { NotMailed::Now })
            }
        }
    }
}

/// Whether a server says that there is no such mailbox (RFC 5321, 4.2.3). Whatever else it says for good may be about the
/// house: its password, its sender, its quota.
const fn is_no_mailbox(code: u16) -> bool {
    matches!(code, 550 | 551 | 553)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Notices, store::UnixMillis};
    use tokio::{
        io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
        net::TcpListener,
    };

    fn mailer(change: impl FnOnce(&mut Config)) -> Result<Option<Mailer>, ServeError> {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("x"));
        config.public = Some("https://table.example/".to_owned());
        config.notices = Notices {
            mail: Some("smtp://ada:word@127.0.0.1:2525".to_owned()),
            mail_from: Some("Quintette <table@example.org>".to_owned()),
            ..Notices::default()
        };
        change(&mut config);
        Mailer::new(&config)
    }

    fn said(title: &str, body: &str) -> Said {
        Said {
            title: title.to_owned(),
            body: body.to_owned(),
            tag: "table-x".to_owned(),
            path: "/table/x".to_owned(),
            until: UnixMillis(0),
            urgent: false,
        }
    }

    #[test]
    fn a_name_with_line_breaks_adds_no_header_and_no_address() {
        let mailer = mailer(|_| {}).expect("good settings").expect("there is mail");
        let evil = "Eve\r\nBcc: victim@example.org\r\n\r\nBuy this";
        let message = mailer.message("ada@example.org", "t", &said(evil, evil), Lang::En).expect("it is one");
        let text = String::from_utf8(message.formatted()).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        assert!(!unfolded.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{head}");
        assert_eq!(unfolded.lines().filter(|line| line.starts_with("To: ")).count(), 1, "{head}");
        assert_eq!(message.envelope().to().len(), 1);
        assert!(body.contains("/table/x") && body.contains("/stop/t"), "{body}");
        assert!(head.contains("List-Unsubscribe: <https://table.example/api/mail/t/stop>"), "{head}");
        assert!(head.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{head}");
    }

    /// A mail server that has these answers, one a line, and then hangs up. The address for `--mail`.
    async fn server(answers: &'static [&'static str]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let at = listener.local_addr().expect("it has an address");
        tokio::spawn(async move {
            let (line, _) = listener.accept().await.expect("somebody comes");
            let (from, mut to) = line.into_split();
            let mut asked = BufReader::new(from).lines();
            for answer in answers {
                to.write_all(format!("{answer}\r\n").as_bytes()).await.expect("they are there");
                if asked.next_line().await.is_ok_and(|line| line.is_none()) {
                    break;
                }
            }
        });
        format!("smtp://ada:word@{at}")
    }

    async fn mailed(answers: &'static [&'static str]) -> Result<(), NotMailed> {
        let server = server(answers).await;
        let mailer = mailer(|config| config.notices.mail = Some(server)).expect("good settings");
        let mailer = mailer.expect("there is mail");
        mailer.mail("bea@example.org", "t", &said("It is your turn", "Come."), Lang::En).await
    }

    #[tokio::test]
    async fn only_a_mailbox_that_there_is_not_is_given_up() {
        let refused = mailed(&["220 here", "250-here\r\n250 AUTH PLAIN", "535 wrong password"]).await;
        assert_eq!(refused, Err(NotMailed::Now), "the house's own password: it can be put right");
        let unknown = mailed(&[
            "220 here",
            "250-here\r\n250 AUTH PLAIN",
            "235 come in",
            "250 from you",
            "550 nobody is called so",
        ]);
        assert_eq!(unknown.await, Err(NotMailed::Ever));
        let full = mailed(&[
            "220 here",
            "250-here\r\n250 AUTH PLAIN",
            "235 come in",
            "250 from you",
            "552 the box is full",
        ]);
        assert_eq!(full.await, Err(NotMailed::Now));
    }

    #[test]
    fn addresses_are_plain() {
        assert_eq!(address(" Ada@Example.ORG "), Some("Ada@example.org".to_owned()));
        for bad in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@localhost",
            "a b@example.org",
            "a@b.c\r\nBcc: d@e.f",
            "Ada <ada@example.org>",
            "ada@example.org,bea@example.org",
            &format!("{}@example.org", "a".repeat(300)),
        ] {
            assert_eq!(address(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn settings_that_cannot_work_are_said() {
        assert!(mailer(|config| config.notices.mail = None).expect("no mail").is_none());
        let trouble = |change: fn(&mut Config)| mailer(change).expect_err("it cannot work").to_string();
        assert!(trouble(|config| config.public = None).contains("--public"));
        assert!(trouble(|config| config.notices.mail_from = None).contains("--mail-from"));
        assert!(
            trouble(|config| config.notices.mail_from = Some("nobody".to_owned())).contains("--mail-from")
        );
        let bad = trouble(|config| config.notices.mail = Some("ftp://ada:word@x".to_owned()));
        assert!(bad.contains("smtp://") && !bad.contains("ada:word"), "{bad}");
    }
}
