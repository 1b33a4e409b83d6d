//! What I want to be told when I am not there, and where: this browser, or by mail.

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};

use super::{Granted, House_, NotGranted, identity::Identity, read};
use crate::{
    House,
    address::Address,
    messages::{self, notices as words},
    notices::{self, Notice, mail, push, wishes},
    people::{Doing, Guest},
    protocol::{MailCode, MailState, NewBrowser, NewMail, NoticeSettings, NoticeWishes, OldBrowser},
    store::{UnixMillis, ways::Browser},
};
use std::sync::Arc;

/// How long a code for an address is good, in milliseconds.
const CODE: i64 = 3_600_000;

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/me/notices", get(mine).post(choose))
        .route("/api/me/notices/browser", post(add_browser))
        .route("/api/me/notices/browser/off", post(remove_browser))
        .route("/api/me/notices/browser/known", post(is_known))
        .route("/api/me/notices/mail", post(ask_mail).delete(remove_mail))
        .route("/api/me/notices/mail/confirm", post(confirm_mail))
        .route("/api/me/notices/try", post(try_it))
        .route("/api/mail/{token}/stop", post(stop))
}

async fn settings(house: &House, guest: Guest) -> Granted<NoticeSettings> {
    let (wishes, chosen) = wishes::of(house, guest).await?;
    let mailbox = house.store.mailbox(guest).await?;
    Ok(NoticeSettings {
        wishes,
        chosen,
        key: house.outgoing.key(),
        browsers: house.store.browsers(guest).await?.len() as u32,
        mails: house.outgoing.mailer.is_some(),
        mail: mailbox.map(|mailbox| MailState { address: mailbox.address, confirmed: mailbox.confirmed > 0 }),
    })
}

async fn shown(house: &House, identity: Identity) -> Granted<Response> {
    let settings = settings(house, identity.guest).await?;
    Ok((identity.jar, Json(settings)).into_response())
}

/// `GET /api/me/notices`
async fn mine(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    shown(&house, identity).await
}

/// `POST /api/me/notices`: what I want to be told, when, and how often.
async fn choose(State(house): House_, headers: HeaderMap, from: Address, body: Bytes) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let wishes: NoticeWishes = read(&body)?;
    wishes.check().map_err(NotGranted::not_so)?;
    identity.counts(&house, Doing::Meet, messages::TOO_FAST)?;
    // Strings and numbers: writing them to memory cannot fail.
    let text = serde_json::to_string(&wishes).unwrap_or_default();
    house.store.wish(identity.guest, text).await?;
    shown(&house, identity).await
}

/// `POST /api/me/notices/browser`: this browser takes push messages.
async fn add_browser(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let NewBrowser { endpoint, p256dh, auth } = read(&body)?;
    let known = house.outgoing.post.endpoint(&endpoint).ok().and(push::keys(&p256dh, &auth));
    let (key, auth) = known.ok_or_else(|| NotGranted::not_so(words::NO_PUSH_SERVICE))?;
    identity.counts(&house, Doing::Meet, messages::TOO_FAST)?;
    let device = identity.device.as_ref().map(|device| device.0.clone());
    let browser = Browser { endpoint, key, auth, device, ..Browser::default() };
    house.store.add_browser(identity.guest, browser).await?;
    shown(&house, identity).await
}

/// `POST /api/me/notices/browser/known`: whether I am called where this browser says, signed in as I am now. In a body: what
/// is in an address is written down by whoever stands in between.
async fn is_known(State(house): House_, headers: HeaderMap, from: Address, body: Bytes) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let OldBrowser { endpoint } = read(&body)?;
    let device = identity.device.as_ref().map(|device| &device.0);
    let browsers = house.store.browsers(identity.guest).await?;
    let known = browsers.iter().any(|known| known.endpoint == endpoint && known.device.as_ref() == device);
    Ok((identity.jar, Json(known)).into_response())
}

/// `POST /api/me/notices/browser/off`
async fn remove_browser(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let OldBrowser { endpoint } = read(&body)?;
    house.store.remove_browser(endpoint).await?;
    shown(&house, identity).await
}

/// Six digits, each as likely as any other.
fn code() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:06}", u64::from_le_bytes(bytes) % 1_000_000))
}

/// `POST /api/me/notices/mail`: a code goes to this address.
async fn ask_mail(State(house): House_, headers: HeaderMap, from: Address, body: Bytes) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let NewMail { address } = read(&body)?;
    if house.outgoing.mailer.is_none() {
        return Err(NotGranted::not_so(words::NO_MAIL_HERE));
    }
    let address = mail::address(&address).ok_or_else(|| NotGranted::not_so(words::NO_ADDRESS))?;
    identity.counts(&house, Doing::Code, messages::TOO_MANY_CODES)?;
    let (guest, code, token) = (identity.guest, code()?, Guest::new()?.to_string());
    let now = house.store.now();
    let until = UnixMillis(now.0 + CODE);
    let asked = house.store.ask_mailbox(guest, address.clone(), token, code.clone(), until).await?;
    if !asked {
        return Err(NotGranted::not_so(words::ASKED_OFTEN));
    }
    notices::tell(&house, guest, Notice::Confirm { address, code }).await?;
    shown(&house, identity).await
}

/// `POST /api/me/notices/mail/confirm`
async fn confirm_mail(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let MailCode { code } = read(&body)?;
    identity.counts(&house, Doing::Code, messages::TOO_MANY_CODES)?;
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    if !house.store.confirm_mailbox(identity.guest, code).await? {
        return Err(NotGranted::not_so(words::WRONG_CODE));
    }
    shown(&house, identity).await
}

/// `DELETE /api/me/notices/mail`
async fn remove_mail(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    house.store.remove_mailbox(identity.guest).await?;
    shown(&house, identity).await
}

/// `POST /api/me/notices/try`: I am told something, now.
async fn try_it(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let settings = settings(&house, identity.guest).await?;
    let mail = settings.wishes.mail && settings.mail.is_some_and(|mail| mail.confirmed);
    if settings.browsers == 0 && !mail {
        return Err(NotGranted::not_so(words::NO_WAY));
    }
    identity.counts(&house, Doing::Code, messages::TOO_FAST)?;
    notices::tell(&house, identity.guest, Notice::Trial).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(true)).into_response())
}

/// `POST /api/mail/{token}/stop`: no more mail. Whoever has a mail of ours may, from wherever they read it (RFC 8058).
async fn stop(State(house): House_, Path(token): Path<String>) -> Granted<Response> {
    let stopped = house.store.stop_mail(token).await?;
    Ok(Json(stopped).into_response())
}
