//! Large answers: an address takes so many at a time, each of them within a while, and all together are only so large.

use std::{
    io::ErrorKind,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};

use super::{Granted, NotGranted};
use crate::{House, address::Address, crowd::Here, messages};

/// How many an address may be taking at once, and how much.
const HELD: u32 = 6;
const HELD_KILOBYTES: u32 = 48 << 10;
/// How long somebody may take to take one.
const TAKING: Duration = Duration::from_mins(1);
/// How much of it is handed out at once.
const PIECE: usize = 64 << 10;

/// Somebody who may take a large answer. To be asked for before the work on it begins, which it bounds, too.
pub(super) fn taker(house: &House, from: Address) -> Granted<Here<Address>> {
    let most = if house.config.limits { HELD } else { u32::MAX };
    let too_many = NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MUCH_AT_ONCE);
    house.takers.come(from, most).ok_or(too_many)
}

/// A text that is handed out piece by piece, for a while.
pub(super) fn answer(
    house: &House,
    taker: Here<Address>,
    kind: &'static str,
    text: Vec<u8>,
) -> Granted<Response> {
    let kilobytes = (text.len() >> 10) as u32 + 1;
    let most = if house.config.limits { HELD_KILOBYTES } else { u32::MAX };
    let too_many = NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MUCH_AT_ONCE);
    let share = house.taken_kilobytes.come_together(taker.who(), kilobytes, most).ok_or(too_many)?;
    let room = Arc::clone(&house.takers_room).try_acquire_many_owned(kilobytes);
    let room = room.map_err(|_| NotGranted::new(StatusCode::SERVICE_UNAVAILABLE, messages::BUSY))?;
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_LENGTH, text.len().to_string())];
    Ok((headers, slowly_taken(text.into(), (taker, share, room))).into_response())
}

/// What comes with the text is held as long as it is being taken.
fn slowly_taken(text: Bytes, held: impl Send + 'static) -> Body {
    let until = Instant::now() + TAKING;
    let pieces = stream::unfold((text, held), move |(mut text, held)| async move {
        if text.is_empty() {
            return None;
        }
        if Instant::now() > until {
            return Some((Err(std::io::Error::from(ErrorKind::TimedOut)), (Bytes::new(), held)));
        }
        let piece = text.split_to(text.len().min(PIECE));
        Some((Ok(piece), (text, held)))
    });
    // Whoever compresses it asks once more after its end.
    Body::from_stream(pieces.fuse())
}
