"""An account by the page: made with a password or a passkey, kept, and given up."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from support.browser.table import Table

from tests.browser.conftest import PHONE, Open

PASSWORD = "four kings on d8"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


# A device that confirms by itself signs in before any button is pressed.
_NO_AUTOFILL = "PublicKeyCredential.isConditionalMediationAvailable = async () => false;"


def with_passkeys(page: Page) -> Any:
    """Give the browser a device that makes passkeys and confirms them."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session


def keep_codes(page: Page) -> list[str]:
    """Return the recovery codes that are shown, and go on."""
    page.get_by_text("Deine Ersatzcodes").wait_for()
    codes = page.locator(".codes code").all_inner_texts()
    with page.expect_navigation():
        page.get_by_role("button", name="Ich habe sie aufgehoben").click()
    return codes


def make_account(page: Page, name: str) -> list[str]:
    """Make an account with the password, and return its recovery codes."""
    make = page.get_by_role("form", name="Konto anlegen")
    make.get_by_label("Dein Name").fill(name)
    make.get_by_label("Passwort").fill(PASSWORD)
    make.get_by_role("button", name="Mit Passwort anlegen").click()
    return keep_codes(page)


def test_an_account_with_a_password(visit: Open) -> None:
    page = visit("#/settings", size=PHONE)
    page.get_by_role("link", name="Konto").click()
    make = page.get_by_role("form", name="Konto anlegen")
    make.get_by_label("Dein Name").fill("Frieda Feld")
    make.get_by_label("Passwort").fill("kurz")
    make.get_by_role("button", name="Mit Passwort anlegen").click()
    page.get_by_text("mindestens zehn Zeichen").first.wait_for()
    make.get_by_label("Passwort").fill(PASSWORD)
    make.get_by_role("button", name="Mit Passwort anlegen").click()
    codes = keep_codes(page)
    assert len(codes) == 10
    page.get_by_role("heading", name="Frieda Feld").wait_for()
    page.get_by_text("Noch 10 Ersatzcodes übrig.").wait_for()
    with page.expect_navigation():
        page.get_by_role("button", name="Abmelden", exact=True).click()
    page.get_by_text("Du spielst als Gast.").wait_for()
    # A wrong password, and a code instead of it.
    signing = page.get_by_role("form", name="Anmelden")
    signing.get_by_label("Dein Name").fill("frieda feld")
    signing.get_by_label("Passwort").fill("something else 1")
    signing.get_by_role("button", name="Anmelden").click()
    page.get_by_role("alert").get_by_text("Name oder Passwort stimmt nicht.").wait_for()
    page.get_by_text("Zugang verloren?").click()
    back = page.get_by_role("form", name="Zugang zurückholen")
    back.get_by_label("Dein Name").fill("Frieda Feld")
    back.get_by_label("Ersatzcode").fill(codes[3])
    back.get_by_label("Neues Passwort").fill("quite another 77")
    with page.expect_navigation():
        back.get_by_role("button", name="Zugang zurückholen").click()
    page.get_by_text("Noch 9 Ersatzcodes übrig.").wait_for()
    page.get_by_role("button", name="Konto löschen").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Endgültig löschen").click()
    page.get_by_text("Du spielst als Gast.").wait_for()


def test_a_phone_is_signed_in_by_the_code_on_the_desk(visit: Open) -> None:
    desk, phone = visit("#/account"), visit()
    make_account(desk, "Quentin Quer")
    with desk.expect_response("**/api/account/pass") as answered:
        desk.get_by_role("button", name="Anderes Gerät anmelden").click()
    desk.get_by_role("img", name="QR-Code zum Anmelden").wait_for()
    code = answered.value.json()["code"]
    phone.goto(phone.url.split("#")[0] + f"#/account/{code}")
    enter = phone.get_by_role("button", name="Als Quentin Quer anmelden")
    enter.wait_for()
    # The link alone signs nobody in.
    assert phone.evaluate("fetch('/api/account').then(a => a.json()).then(a => a.account)") is None
    with phone.expect_navigation(url="**/*#/account", wait_until="load"):
        enter.click()
    phone.get_by_role("heading", name="Quentin Quer").wait_for()


def test_who_signs_in_and_goes_back_plays_his_games(visit: Open) -> None:
    """The page went on as the guest before, who watched the games of the account."""
    desk, phone = visit("#/account"), visit()
    make_account(desk, "Rita Rand")
    game = Table.begin(phone, "lite").game
    phone.goto(phone.url.split("#")[0] + "#/account")
    enter = phone.get_by_role("form", name="Anmelden")
    enter.get_by_label("Dein Name").fill("Rita Rand")
    enter.get_by_label("Passwort").fill(PASSWORD)
    enter.get_by_role("button", name="Anmelden").click()
    phone.get_by_text("1 Partie von diesem Gerät gehört jetzt zu deinem Konto.").wait_for()
    with phone.expect_event("load"):
        phone.get_by_role("link", name="Zurück").click()
    phone.goto(phone.url.split("#")[0] + f"#/g/{game}")
    ours = phone.get_by_text("Du bist am Zug (Weiß).")
    ours.or_(phone.get_by_text("Weiß ist am Zug.")).wait_for()
    assert phone.get_by_text("Du schaust zu").count() == 0


def test_an_account_with_a_passkey(visit: Open) -> None:
    # Passkeys want a domain: of this machine there is one.
    page = visit("#/account", name="localhost")
    with_passkeys(page)
    page.add_init_script(_NO_AUTOFILL)
    page.reload()
    make = page.get_by_role("form", name="Konto anlegen")
    make.get_by_label("Dein Name").fill("Gustav Gang")
    make.get_by_role("button", name="Mit Passkey anlegen").click()
    keep_codes(page)
    page.get_by_role("heading", name="Gustav Gang").wait_for()
    expect(page.locator(".kept").first.locator("li")).to_have_count(1)
    with page.expect_navigation():
        page.get_by_role("button", name="Abmelden", exact=True).click()
    with page.expect_navigation():
        page.get_by_role("button", name="Mit Passkey anmelden").click()
    page.get_by_role("heading", name="Gustav Gang").wait_for()
    page.get_by_text("zuletzt am").first.wait_for()
    # The only way in cannot be removed, but another one can be added.
    page.get_by_role("button", name="entfernen").click()
    page.get_by_text("Das ist dein einziger Zugang").wait_for()
    page.get_by_text("Passwort anlegen").click()
    page.get_by_label("Neues Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Speichern").last.click()
    page.get_by_text("Gespeichert.").wait_for()


def test_a_token_for_a_program_is_shown_once(visit: Open) -> None:
    page = visit("#/account")
    make_account(page, "Rudi Rechner")
    page.get_by_text("Programme", exact=True).click()
    page.get_by_role("button", name="Zum Programmkonto machen").click()
    page.locator("dialog .danger").click()
    page.get_by_text("Dies ist ein Programmkonto.").wait_for()
    page.get_by_label("Wofür").fill("Motor")
    page.get_by_role("button", name="Zugangsschlüssel anlegen").click()
    token = page.locator(".secret").inner_text()
    assert token.startswith("crownhead_")
    page.reload()
    page.get_by_text("Programme", exact=True).click()
    page.get_by_role("button", name="Zugangsschlüssel Motor entfernen").click()
    expect(page.get_by_text("gilt bis")).to_have_count(0)
    assert page.locator(".secret").count() == 0


def test_who_does_not_confirm_a_passkey_is_told(visit: Open) -> None:
    page = visit("#/account", name="localhost")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    unwilling = {**AUTHENTICATOR, "isUserVerified": False}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": unwilling})
    page.reload()
    make = page.get_by_role("form", name="Konto anlegen")
    make.get_by_label("Dein Name").fill("Hanna Haus")
    make.get_by_role("button", name="Mit Passkey anlegen").click()
    page.get_by_text("Der Passkey wurde nicht bestätigt.").wait_for()
    assert page.evaluate("fetch('/api/account').then(a => a.json()).then(a => a.account)") is None


def test_the_browser_offers_passkeys_where_the_name_is_filled_in(visit: Open) -> None:
    """What is chosen from the field's own list signs in; no button is pressed."""
    page = visit("#/settings", name="localhost")
    with_passkeys(page)
    page.get_by_role("link", name="Konto").click()
    field = page.get_by_role("form", name="Anmelden").get_by_label("Dein Name")
    expect(field).to_have_attribute("autocomplete", "username webauthn")
    make = page.get_by_role("form", name="Konto anlegen")
    make.get_by_label("Dein Name").fill("Gisela Gans")
    make.get_by_role("button", name="Mit Passkey anlegen").click()
    keep_codes(page)
    # The authenticator chooses at once: the form is gone before anybody could look at it.
    with page.expect_navigation():
        page.get_by_role("button", name="Abmelden", exact=True).click()
    page.get_by_role("heading", name="Gisela Gans").wait_for()
