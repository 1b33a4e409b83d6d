//! A message that only one browser can read (RFC 8291 over RFC 8188), and the house's own signature, so that its push service
//! knows who sends (RFC 8292).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead, agreement, hkdf,
    rand::{SecureRandom, SystemRandom},
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;

use crate::store::{UnixMillis, ways::Browser};

/// What a push service must take; what is longer it may refuse.
pub(crate) const LONGEST: usize = 3_000;
/// The one record is as long as this, or shorter.
const RECORD: u32 = 4_096;
/// How long a signature is good for: a day is the most that push services take.
const GOOD_FOR: i64 = 12 * 3_600;

/// The length of a point of the curve, uncompressed, and of a browser's secret.
const POINT: usize = 65;
const AUTH: usize = 16;

/// Why something cannot be said to a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotSealed {
    /// Its keys are none: nothing ever can.
    Keys,
    /// Not this, or not now.
    This,
}

/// The keys of a browser, as it sends them, if they can be any.
pub(crate) fn keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
    let (key, auth) = (read(p256dh)?, read(auth)?);
    (auth.len() == AUTH && is_a_key(&key)).then_some((key, auth))
}

/// Whether this is a point of the curve: nothing else can be agreed with.
fn is_a_key(key: &[u8]) -> bool {
    if key.len() != POINT || key[0] != 4 {
        return false;
    }
    let Ok(mine) = agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new())
    else {
        return false;
    };
    agreement::agree_ephemeral(mine, &agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, key), |_| ())
        .is_ok()
}

struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; N], NotSealed> {
    let mut derived = [0; N];
    let key = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(N)).and_then(|made| made.fill(&mut derived)).map_err(|_| NotSealed::This)?;
    Ok(derived)
}

/// The key and the nonce of the one record, from what both sides share.
fn record_keys(
    shared: &[u8],
    browser: &Browser,
    mine: &[u8],
    salt: &[u8],
) -> Result<([u8; 16], [u8; 12]), NotSealed> {
    let info: [&[u8]; 3] = [b"WebPush: info\0", &browser.key, mine];
    let secret: [u8; 32] = derive(&browser.auth, shared, &info)?;
    let key = derive(salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = derive(salt, &secret, &[b"Content-Encoding: nonce\0"])?;
    Ok((key, nonce))
}

/// What only this browser can read.
pub(crate) fn seal(browser: &Browser, text: &[u8]) -> Result<Vec<u8>, NotSealed> {
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt).map_err(|_| NotSealed::This)?;
    let mine = agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &random)
        .map_err(|_| NotSealed::This)?;
    let public = mine.compute_public_key().map_err(|_| NotSealed::This)?;
    let theirs = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, &browser.key);
    let keys = agreement::agree_ephemeral(mine, &theirs, |shared| {
        record_keys(shared, browser, public.as_ref(), &salt)
    });
    let (key, nonce) = keys.map_err(|_| NotSealed::Keys)??;
    sealed(&key, nonce, &salt, public.as_ref(), text)
}

fn sealed(
    key: &[u8; 16],
    nonce: [u8; 12],
    salt: &[u8],
    mine: &[u8],
    text: &[u8],
) -> Result<Vec<u8>, NotSealed> {
    if text.len() > LONGEST {
        return Err(NotSealed::This);
    }
    let key = aead::UnboundKey::new(&aead::AES_128_GCM, key).map_err(|_| NotSealed::This)?;
    // 2: this record is the last one.
    let mut record = [text, &[2]].concat();
    aead::LessSafeKey::new(key)
        .seal_in_place_append_tag(aead::Nonce::assume_unique_for_key(nonce), aead::Aad::empty(), &mut record)
        .map_err(|_| NotSealed::This)?;
    let length = [mine.len() as u8];
    Ok([salt, &RECORD.to_be_bytes(), &length, mine, &record].concat())
}

/// The house's own key: it says who sends.
pub(crate) struct HouseKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl std::fmt::Debug for HouseKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HouseKey(…)")
    }
}

impl HouseKey {
    /// A new one, to be kept.
    pub(crate) fn make() -> Option<Vec<u8>> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).ok()?;
        Some(made.as_ref().to_vec())
    }

    pub(crate) fn read(kept: &[u8]) -> Option<Self> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, &random).ok()?;
        Some(Self { pair, random })
    }

    /// What browsers are told: they take messages from nobody else.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// For the push service at this origin, and whom to complain to.
    pub(crate) fn signs(&self, origin: &str, contact: &str, now: UnixMillis) -> Option<String> {
        let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({ "aud": origin, "exp": now.0 / 1_000 + GOOD_FOR, "sub": contact });
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Some(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// RFC 8291, appendix A.
    #[test]
    fn a_message_is_sealed_as_the_standard_s_own_example() {
        let browser = Browser {
            key: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            ..Browser::default()
        };
        let mine =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let (key, nonce) = record_keys(&shared, &browser, &mine, &salt).expect("they are derived");
        assert_eq!(key.to_vec(), bytes("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(nonce.to_vec(), bytes("4h_95klXJ5E_qnoN"));
        let text = bytes("V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24");
        let wanted = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(sealed(&key, nonce, &salt, &mine, &text).expect("it is sealed"), bytes(wanted));
    }

    #[test]
    fn keys_that_are_none_are_not_taken() {
        let good = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        assert!(keys(good, auth).is_some());
        assert!(keys(&format!("{good}="), auth).is_some(), "some write it with signs at the end");
        let off_the_curve = URL_SAFE_NO_PAD.encode([4; 65]);
        for (key, auth) in [
            ("", auth),
            (good, ""),
            (&good[..80], auth),
            (good, &good[..40]),
            ("not base64!", auth),
            (off_the_curve.as_str(), auth),
        ] {
            assert!(keys(key, auth).is_none(), "{key} {auth}");
        }
    }

    #[test]
    fn too_long_a_message_is_not_sealed_and_none_is_sealed_alike() {
        let (key, auth) = keys(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .expect("good keys");
        let browser = Browser { key, auth, ..Browser::default() };
        assert_eq!(seal(&browser, &vec![b'x'; LONGEST + 1]), Err(NotSealed::This));
        let bad = Browser { key: vec![4; 65], ..browser.clone() };
        assert_eq!(seal(&bad, b"x"), Err(NotSealed::Keys), "only that is a reason to forget a browser");
        assert_ne!(seal(&browser, b"x"), seal(&browser, b"x"));
    }

    #[test]
    fn a_push_service_can_check_who_sends() {
        let key = HouseKey::read(&HouseKey::make().expect("it is made")).expect("it is one");
        let now = UnixMillis(UnixMillis::PLAUSIBLE.0);
        let header = key.signs("https://push.example", "https://table.example", now).expect("it signs");
        let (token, public) =
            header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("it is one");
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let known = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        known.verify(signed.as_bytes(), &bytes(signature)).expect("it is good");
        let claims: serde_json::Value =
            serde_json::from_slice(&bytes(signed.split_once('.').expect("two").1)).expect("JSON");
        assert_eq!(
            (&claims["aud"], &claims["sub"]),
            (&"https://push.example".into(), &"https://table.example".into())
        );
        assert_eq!(claims["exp"], now.0 / 1_000 + GOOD_FOR);
    }
}
