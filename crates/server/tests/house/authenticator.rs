//! A device with passkeys, and the browser in front of it.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::{Answer, Guest, House};

/// It has one passkey, once it was asked for one.
pub(crate) struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    handle: String,
    count: u32,
    /// What the browser says it shows.
    pub(crate) origin: String,
    /// Which address the device believes to be at.
    pub(crate) host: String,
}

impl Authenticator {
    pub(crate) fn new(number: u8, origin: &str, host: &str) -> Self {
        Self {
            key: SigningKey::from_bytes(&[number; 32]),
            id: vec![number; 32],
            handle: String::new(),
            count: 0,
            origin: origin.to_owned(),
            host: host.to_owned(),
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = options["challenge"].as_str().expect("a challenge");
        let (origin, kind) = (&self.origin, format!("webauthn.{kind}"));
        // In this order, as browsers write it.
        format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#)
    }

    fn data(&mut self, flags: u8) -> Vec<u8> {
        self.count += 1;
        let mut data = Sha256::digest(&self.host).to_vec();
        data.push(flags);
        data.extend(self.count.to_be_bytes());
        data
    }

    /// Makes its passkey.
    pub(crate) fn makes(&mut self, options: &Value) -> Value {
        options["user"]["id"].as_str().expect("a handle").clone_into(&mut self.handle);
        let client = self.client_data("create", options);
        let mut data = self.data(0x45);
        data.extend([0; 16]);
        data.extend([0, self.id.len() as u8]);
        data.extend(&self.id);
        data.extend([0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 0x20]);
        data.extend(self.key.verifying_key().as_bytes());
        let mut attestation = vec![0xa3];
        attestation.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(data.len() as u8);
        attestation.extend(data);
        let id = BASE64.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client),
                "attestationObject": BASE64.encode(attestation),
                "transports": [],
            },
        })
    }

    /// Signs in with it.
    pub(crate) fn signs(&mut self, options: &Value) -> Value {
        let client = self.client_data("get", options);
        let data = self.data(0x05);
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let id = BASE64.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client),
                "authenticatorData": BASE64.encode(data),
                "signature": BASE64.encode(self.key.sign(&signed).to_bytes()),
                "userHandle": self.handle,
            },
        })
    }
}

/// A browser at `http://localhost`, where passkeys work.
pub(crate) struct Browser {
    pub(crate) guest: Guest,
    pub(crate) host: String,
}

impl Browser {
    pub(crate) fn at(house: &House, guest: Guest) -> Self {
        Self { guest, host: format!("localhost:{}", house.address.port()) }
    }

    pub(crate) fn device(&self, number: u8) -> Authenticator {
        Authenticator::new(number, &format!("http://{}", self.host), "localhost")
    }

    /// Asks as the page does, and keeps the cookie.
    pub(crate) async fn asks(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let start = format!("{method} {path} HTTP/1.1\r\nOrigin: http://{}\r\n", self.host);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.guest.http_at(&self.host, &start, &body).await;
        if let Some(cookie) = &answer.cookie {
            self.guest.cookie.clone_from(cookie);
        }
        answer
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.asks("POST", path, body).await
    }

    pub(crate) async fn me(&mut self) -> Value {
        self.asks("GET", "/api/me", &Value::Null).await.json()
    }

    /// Adds a passkey on this device.
    pub(crate) async fn adds(&mut self, device: &mut Authenticator, name: &str) -> Answer {
        let asked = self.post("/api/me/passkeys/ask", &Value::Null).await;
        assert_eq!(asked.status, 200, "{}", asked.body);
        let credential = device.makes(&asked.json());
        self.post("/api/me/passkeys", &json!({ "name": name, "credential": credential })).await
    }

    pub(crate) async fn signs_in(&mut self, device: &mut Authenticator) -> Answer {
        let asked = self.post("/api/sign-in/ask", &Value::Null).await;
        assert_eq!(asked.status, 200, "{}", asked.body);
        let credential = device.signs(&asked.json());
        self.post("/api/sign-in", &json!({ "credential": credential })).await
    }
}

/// Somebody with an account, their browser, and their device.
pub(crate) async fn somebody(house: &House, name: &str, number: u8) -> (Browser, Authenticator) {
    let mut browser = Browser::at(house, house.guest(name).await);
    let mut device = browser.device(number);
    let added = browser.adds(&mut device, "Laptop").await;
    assert_eq!(added.status, 201, "{}", added.body);
    (browser, device)
}
