"""The tables. A game is its agreement, its seats, and its log; the rest can be made from these."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Who can have a seat, and what he is called. Of an account, `accounts` says more.
players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, account, bot, engine
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Which players have an account. The id stays, so that a guest who makes one keeps all he has.
accounts = Table(
    "accounts",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("skeleton", String(120), nullable=False, unique=True),  # what an eye sees of the name
    Column("role", String(16), nullable=False),
    Column("password", String(255)),  # argon2id, null where there is none
    Column("created", BigInteger, nullable=False),
    Column("renamed", BigInteger),  # when the name was last changed
)

# Names that were given up, and are nobody else's until then.
held_names = Table(
    "held_names",
    metadata,
    Column("skeleton", String(120), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)

# Keys of devices (WebAuthn), in base64url as browsers name them.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(400), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("public_key", String(2000), nullable=False),
    Column("uses", BigInteger, nullable=False),  # as the device counts them, 0 where it does not
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index(None, "player"),
)

# What a device is to sign, once, and who asked for it ("" where nobody has signed in). `leave` is
# no challenge: the deletion of that account has begun.
challenges = Table(
    "challenges",
    metadata,
    Column("challenge", String(120), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("player", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)

# Codes that stand in for a lost credential, each once. The database has hashes.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Index(None, "player"),
)

# Who has signed in where. The token itself has the browser alone.
sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # how its owner names it
    Column("player", String(32), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("proved", BigInteger, nullable=False),  # when a credential was last shown
    Index(None, "player"),
    Index(None, "used"),
)

# By what programs of an account come. The database has hashes.
api_tokens = Table(
    "api_tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # how its owner names it
    Column("player", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("scope", String(8), nullable=False),  # read, play
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index(None, "player"),
    Index(None, "until"),
)

# What moderators and administrators did, and to whom.
deeds = Table(
    "deeds",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(80), nullable=False),  # a player's id, or "console"
    Column("deed", String(24), nullable=False),
    Column("player", String(32), nullable=False),
    Column("detail", String(200), nullable=False),
    Index(None, "player"),
)

# How strong accounts are, in each list: a game and a tempo.
ratings = Table(
    "ratings",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("variant", String(32), primary_key=True),
    Column("tempo", String(12), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # of the last game
    Index(None, "variant", "tempo", "value"),
)

# Rated games that have ended, and both ratings after them: all ratings follow from these alone.
rated_games = Table(
    "rated_games",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("variant", String(32), nullable=False),
    Column("tempo", String(12), nullable=False),
    Column("white", String(32), nullable=False),
    Column("black", String(32), nullable=False),
    Column("score", Float, nullable=False),  # White's: 1, 0.5 or 0
    Column("at", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False, unique=True),  # in the order in which they counted
    Column("annulled", Boolean, nullable=False),
    Column("white_before", Float, nullable=False),
    Column("white_after", Float, nullable=False),
    Column("black_before", Float, nullable=False),
    Column("black_after", Float, nullable=False),
    Index(None, "white", "at"),
    Index(None, "black", "at"),
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("variant", String(32), nullable=False),
    Column("agreement", JSON, nullable=False),
    Column("lots", JSON),  # the secret seeds of a toss and of a card
    Column("phase", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),  # an open offer of the lobby
    Column("code", String(16), unique=True),  # the invitation to the free seat
    Column("seq", Integer, nullable=False),
    Column("due", BigInteger),  # when the server itself has something to do, in ms since 1970
    Column("clocked", Boolean, nullable=False),  # a clock runs
    Column("turn", String(5)),
    Column("result", String(8)),
    Column("origin", String(80), unique=True),  # the request, or the game before, that made it
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index(None, "due"),
    Index(None, "listed", "created"),
    Index(None, "phase", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("player", String(32), nullable=False),
    Index(None, "player", "game"),
)

game_events = Table(
    "game_events",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(24), nullable=False),
    Column("body", JSON, nullable=False),
    Column("command", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("game", "command"),
)

# Finished games as each of their players has them; all of it follows from their logs.
played_games = Table(
    "played_games",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("ended", BigInteger, primary_key=True),
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("variant", String(32), nullable=False),
    Column("tempo", String(16), nullable=False),
    Column("side", String(5), nullable=False),
    Column("points", SmallInteger, nullable=False),  # 2, 1 or 0
    Column("opponent", String(32), nullable=False),
    Column("name", String(80), nullable=False),  # the opponent's, as he was called
    Column("kind", String(8), nullable=False),  # guest, account, bot, engine, self
    Column("level", SmallInteger),
    Column("rated", Boolean, nullable=False),
    Column("shown", Boolean, nullable=False),  # to everybody
    Column("opening", String(200)),  # the moves that define it
    Column("plies", Integer, nullable=False),
    Index(None, "game"),
    Index(None, "player", "opponent", "ended"),
    # All that scores and openings count: the rows themselves are not read.
    Index(
        "ix_played_games_counted",
        *("player", "shown", "kind", "variant", "tempo", "opening", "side", "points"),
    ),
    sqlite_with_rowid=False,  # what one player has lies together
)

# Games that ended before there was a history, and are still to be put in order.
unsorted_games = Table(
    "unsorted_games",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
)

# What an account has chosen about others; who has chosen nothing has no row.
account_settings = Table(
    "account_settings",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("private", Boolean, nullable=False),  # his history is nobody else's
    # from whom: all, followed, nobody
    Column("challenges", String(8), nullable=False, server_default="all"),
)

# Whom an account follows.
follows = Table(
    "follows",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("followed", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "followed"),
)

# Which accounts have a socket open, and at which process.
presences = Table(
    "presences",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Index(None, "process"),
)

# Games that one account has offered to another by name.
game_challenges = Table(
    "game_challenges",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("challenger", String(32), nullable=False),
    Column("challenged", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("declined", Boolean, nullable=False),
    Index(None, "challenger"),
    Index(None, "challenged"),
)

# Processes that are alive: who is the last to stop the clocks, and since when nobody served.
processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

# What guests say of puzzles that are no good ones, one word of each guest for each puzzle.
puzzle_faults = Table(
    "puzzle_faults",
    metadata,
    Column("variant", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("fault", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "player"),
)

# Conditional moves in games over days, one plan of a player for each side he has.
plans = Table(
    "plans",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("side", String(5), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("plan", JSON, nullable=False),
    Column("stamp", String(16), nullable=False),  # of this very plan: a later one is another's
    Index(None, "player"),
)

# What a player has noted on a game, for himself.
notes = Table(
    "notes",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "player"),
)

# Leave in games over days, in whole days of 24 hours; `number` counts those of a player.
leaves = Table(
    "leaves",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("days", SmallInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # earlier than its days where it was ended
    # whether the running games know of it; a process may end before it has told them
    Column("told", Boolean, nullable=False, server_default=true()),
    Index(None, "until"),
    Index(None, "told"),
)

# From which network who plays a running game over days was last seen, as a keyed hash.
seat_networks = Table(
    "seat_networks",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("network", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "network", "at"),
    Index(None, "player"),
)

# What players say to each other: a phrase that each page says in its language, or a text.
said = Table(
    "said",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False),
    Column("player", String(32), nullable=False),
    Column("side", String(5)),
    Column("phrase", String(16)),
    Column("text", String(1200), nullable=False),
    Column("at", BigInteger, nullable=False),
    # not by the other, where he had blocked the author when it was said
    Column("heard", Boolean, nullable=False, server_default=true()),
    Index(None, "game", "id"),
    Index(None, "player"),
    Index(None, "at"),
)

# Reports of it to moderators; `verdict` is null until one has decided.
talk_reports = Table(
    "talk_reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False),
    Column("said", Integer, nullable=False),
    Column("by", String(32), nullable=False),
    Column("author", String(32), nullable=False),
    Column("ground", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("verdict", String(8)),
    Column("decided", BigInteger),
    UniqueConstraint("said", "by"),
    Index(None, "verdict", "id"),
)

# Games in which a side has switched texts off, for good.
talk_off = Table(
    "talk_off",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Whom a player wants to hear nothing of, in any game.
blocks = Table(
    "blocks",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("other", String(32), primary_key=True),
    Index(None, "other"),
)

# Until when somebody says nothing, by a moderator's word.
mutes = Table(
    "mutes",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Competitions: what lists need of them, and the secrets of their lots; the rest is in their logs.
events = Table(
    "events",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("organiser", String(32), nullable=False),
    Column("phase", String(8), nullable=False),  # open, running, ended
    Column("listed", Boolean, nullable=False),
    Column("origin", String(100), unique=True),  # the request that made it
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("due", BigInteger),  # since when games of a round are to be made, null where none is
    Column("summary", JSON, nullable=False),
    Column("lots", JSON, nullable=False),  # sealed seeds by their commitments
    Index(None, "phase", "changed"),
    Index(None, "due"),
)

# What was done in an event: the deeds of its file, and what the server keeps beside them.
event_log = Table(
    "event_log",
    metadata,
    Column("event", ForeignKey(events.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("body", JSON, nullable=False),
    Column("player", String(32)),
    Column("command", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("event", "command"),
)

# Whose an event is: its organiser, its officers, who takes part in it.
event_people = Table(
    "event_people",
    metadata,
    Column("event", ForeignKey(events.c.id, ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Index(None, "player"),
)

# What players are to be told beside the game's page: first with target "", then one row for each
# way: "page", "push ID" or "mail". `due` is null of what the page shows until it is over.
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("player", String(32), nullable=False),
    Column("kind", String(12), nullable=False),  # turn, deadline, challenge, round, starts
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE")),  # it is about one of the two
    Column("event", ForeignKey(events.c.id, ondelete="CASCADE")),
    Column("target", String(24), nullable=False),
    Column("due", BigInteger),
    Column("tries", SmallInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("player", "kind", "game", "target"),
    UniqueConstraint("player", "kind", "event", "target"),
    CheckConstraint("(game IS NULL) != (event IS NULL)", name="ck_notices_about"),
    Index(None, "due"),
    Index(None, "game"),
    Index(None, "event"),
    Index(None, "at"),
)

# Games over days whose running clock was looked at for a warning: by when it falls.
notice_marks = Table(
    "notice_marks",
    metadata,
    Column("game", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("falls", BigInteger, nullable=False),
)

# Of what an account wants to be told by each way; who has chosen nothing has no row.
notice_choices = Table(
    "notice_choices",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("page", JSON, nullable=False),
    Column("push", JSON, nullable=False),
    Column("mail", JSON, nullable=False),
)

# Browsers that show messages of the server (Web Push), as long as their session lasts.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),  # of the endpoint
    Column("player", String(32), nullable=False),
    Column("session", String(64), nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("device", String(80), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "player"),
)

# Addresses of mail: the one that is confirmed, and one that waits for it; of its code, the hash.
mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("address", String(254)),
    Column("wanted", String(254)),
    Column("code", String(64), unique=True),
    Column("until", BigInteger, nullable=False),
    Column("asked", BigInteger, nullable=False),  # when a confirmation was last sent
    Column("stop", String(64), nullable=False, unique=True),  # ends all mail with one click
    Column("language", String(8), nullable=False),
    Column("day", Integer, nullable=False),
    Column("sent", SmallInteger, nullable=False),  # letters on that day
    Index(None, "wanted"),
)

# Keys of the server itself, sealed with its secret: that by which push services know it.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("sealed", String(200), nullable=False),
)

# Studies: whose they are, and the codes of their links; `bytes` are those of all chapters.
studies = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("title", String(80), nullable=False),
    Column("revision", Integer, nullable=False),  # grows with each change of anything in it
    Column("bytes", Integer, nullable=False),
    Column("read_code", String(32), unique=True),
    Column("write_code", String(32), unique=True),
    Column("network", String(32)),  # of a guest who made it, as a keyed hash
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # on what day somebody looked at it last
    Index(None, "owner"),
    Index(None, "network"),
    Index(None, "seen"),
)

# The chapters of studies, each one game as PDN.
study_chapters = Table(
    "study_chapters",
    metadata,
    Column("study", ForeignKey(studies.c.id, ondelete="CASCADE"), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("title", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

# Seasons: what their organisers have agreed, the events among it.
seasons = Table(
    "seasons",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("organiser", String(32), nullable=False),
    Column("organiser_name", String(60), nullable=False),
    Column("origin", String(100), unique=True),  # the request that made it
    Column("revision", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("settings", JSON, nullable=False),
    Index(None, "organiser"),
    Index(None, "changed"),
)
