/** Words of accounts: passkeys, devices, signing in and out. */
import { bilingual } from "./language.svelte";

export const account = bilingual({
  en: {
    title: "Account",
    guestWhy:
      "You are a guest here, and nothing more is needed. With a passkey – your fingerprint, your face or your device’s code – your name is yours alone, and any of your devices brings you back. No password, no e-mail.",
    accountWhy: (name: string) =>
      `The name “${name}” is yours alone. Each device below brings you back; remove the ones you no longer have.`,
    add: "Add a passkey",
    addAnother: "Add another device",
    nameFirst: "Choose a name first: it becomes yours alone.",
    chooseName: "Choose a name",
    signIn: "Sign in with a passkey",
    signInWhy: "If you have an account, this browser becomes you.",
    signOut: "Sign out here",
    signOutAsk: "Sign out here?",
    signOutWhy:
      "This browser becomes somebody new. Your games stay with your account; sign in with your passkey to come back.",
    signOutNo: "Stay",
    notHere:
      "At this address browsers do not let passkeys be used: that takes an encrypted address with a name (https://…). Make a recovery code instead; it brings you back just as well.",
    notSigned: "No passkey was used. Try again when you like.",
    knownHere: "This device has a passkey for you already.",
    deviceName: "Name of this device",
    devices: "Devices with a passkey",
    thisDevice: "this browser",
    used: (when: string) => `last used on ${when}`,
    rename: "Rename",
    remove: "Remove",
    removeAsk: (name: string) => `Remove “${name}”?`,
    removeWhy: "Its passkey opens nothing any more, and its browser is signed out at once.",
    removeLast:
      "It is your last one: you are a guest again then, and your name is no longer yours alone. Make a recovery code if you want to come back from elsewhere.",
    removeNo: "Keep it",
    save: "Save",
    hasAccount: "has an account",
  },
  fr: {
    title: "Compte",
    guestWhy:
      "Vous êtes ici en invité, et cela suffit. Avec une clé d’accès – votre empreinte, votre visage ou le code de votre appareil – votre nom n’est qu’à vous, et chacun de vos appareils vous ramène ici. Ni mot de passe, ni adresse e-mail.",
    accountWhy: (name: string) =>
      `Le nom «\u202f${name}\u202f» n’est qu’à vous. Chacun de ces appareils vous ramène ici\u202f; retirez ceux que vous n’avez plus.`,
    add: "Ajouter une clé d’accès",
    addAnother: "Ajouter un autre appareil",
    nameFirst: "Choisissez d’abord un nom\u202f: il ne sera qu’à vous.",
    chooseName: "Choisir un nom",
    signIn: "Se connecter avec une clé d’accès",
    signInWhy: "Si vous avez un compte, ce navigateur devient le vôtre.",
    signOut: "Se déconnecter ici",
    signOutAsk: "Se déconnecter ici\u202f?",
    signOutWhy:
      "Ce navigateur devient quelqu’un d’autre. Vos parties restent avec votre compte\u202f; revenez avec votre clé d’accès.",
    signOutNo: "Rester",
    notHere:
      "À cette adresse, les navigateurs n’acceptent pas les clés d’accès\u202f: il faut une adresse chiffrée avec un nom (https://…). Créez plutôt un code de reprise\u202f; il vous ramène tout aussi bien.",
    notSigned: "Aucune clé d’accès n’a servi. Réessayez quand vous voulez.",
    knownHere: "Cet appareil a déjà une clé d’accès pour vous.",
    deviceName: "Nom de cet appareil",
    devices: "Appareils avec une clé d’accès",
    thisDevice: "ce navigateur",
    used: (when: string) => `dernière utilisation le ${when}`,
    rename: "Renommer",
    remove: "Retirer",
    removeAsk: (name: string) => `Retirer «\u202f${name}\u202f»\u202f?`,
    removeWhy: "Sa clé d’accès n’ouvre plus rien, et son navigateur est déconnecté aussitôt.",
    removeLast:
      "C’est le dernier\u202f: vous redevenez un invité, et votre nom n’est plus seulement à vous. Créez un code de reprise si vous voulez revenir d’ailleurs.",
    removeNo: "Garder",
    save: "Enregistrer",
    hasAccount: "a un compte",
  },
});
