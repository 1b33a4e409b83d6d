//! Names: anybody may choose one, but one that looks like that of somebody with an account.

use crate::{
    House, limits,
    neighbours::HouseNews,
    people::Guest,
    store::{StoreError, accounts::Claimed},
};

/// Gives somebody a name, and says so wherever they are.
pub(crate) async fn call(house: &House, guest: Guest, name: &str) -> Result<Claimed, StoreError> {
    if house.store.name_guest(guest, name.to_owned()).await? == Claimed::Taken {
        return Ok(Claimed::Taken);
    }
    // Somebody else may have made it theirs on another node, just now: one of both sees the other.
    let holder = house.store.holder(name).await?;
    if holder.is_some_and(|holder| holder != guest) {
        numbered(house, guest, name).await?;
        return Ok(Claimed::Taken);
    }
    tell(house, guest, name);
    if house.store.has_account(guest).await? {
        is_theirs_alone(house, guest).await?;
    }
    Ok(Claimed::Done)
}

fn tell(house: &House, guest: Guest, name: &str) {
    house.is_called(guest, name);
    house.tell_all(|| HouseNews::Renamed { guest, name: name.to_owned() });
}

/// Somebody has an account now: guests who are called like them get a number added.
pub(crate) async fn is_theirs_alone(house: &House, guest: Guest) -> Result<(), StoreError> {
    let name = house.store.name_of(guest).await?;
    for (other, called) in house.store.guests_like(&name).await? {
        if other != guest {
            numbered(house, other, &called).await?;
        }
    }
    Ok(())
}

/// The same name with the first number that is nobody's alone.
async fn numbered(house: &House, guest: Guest, name: &str) -> Result<(), StoreError> {
    for number in 2..100 {
        let number = format!(" {number}");
        let room = limits::NAME - number.len();
        let with: String = name.chars().take(room).chain(number.chars()).collect();
        if house.store.name_guest(guest, with.clone()).await? == Claimed::Done {
            tell(house, guest, &with);
            return Ok(());
        }
    }
    tracing::warn!("somebody keeps a name that is another's: a hundred others have it with a number");
    Ok(())
}
