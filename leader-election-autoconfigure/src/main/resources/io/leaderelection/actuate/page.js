"use strict";

// Names and ids come from other processes: everything is added as text, never as markup.

const [INTERVAL_MS, TIMEOUT_MS] = [5000, 10000];
/** At each refresh, up to MOST_READ elections on the screen are read with their history. */
const [MOST_ROWS, MOST_READ, MOST_TICKS, LATEST, LANES, STRIP_TERMS] = [1024, 24, 100, 20, 8, 12];
/** In milliseconds. */
const UNITS = [["d", 86400000], ["h", 3600000], ["min", 60000], ["s", 1000]];
/** What the strips can cover: 5 or 15 minutes, 1 or 6 hours, or a day. */
const SPANS = [300000, 900000, 3600000, 21600000, 86400000];
const DRAWING = { role: "img", viewBox: "0 0 1000 16", preserveAspectRatio: "none" };

const root = new URL("..", document.currentScript.src);
const address = (name) => root.href + encodeURIComponent(name);
/** The election of this page, or undefined on the page of all elections. */
const election = location.pathname.startsWith(root.pathname)
	? decodeURIComponent(location.pathname.slice(root.pathname.length)) : undefined;
/** The elections on the screen, by name, as they were read last. */
const read = new Map();
let all, one, now;

/** Shortens a text, and replaces characters that could hide or reorder it, as the server does. */
const clean = (text) => [...String(text)].slice(0, 500).join("").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\uFFFD");

function element(tag, attributes, ...children) {
	const svg = ["svg", "rect", "title", "desc"].includes(tag);
	const created = document.createElementNS("http://www.w3.org/" + (svg ? "2000/svg" : "1999/xhtml"), tag);
	Object.entries(attributes).forEach(([name, value]) => created.setAttribute(name, value));
	const present = children.flat(Infinity).filter((child) => child !== undefined);
	created.append(...present.map((child) => (child instanceof Node) ? child : clean(child)));
	return created;
}

/** Changes only what differs, so that focus, selection and open details stay. */
function patch(old, fresh) {
	if (old.nodeName !== fresh.nodeName || old.nodeType === Node.TEXT_NODE) {
		return old.isEqualNode(fresh) || old.replaceWith(fresh);
	}
	[...fresh.attributes].forEach(({ name, value }) => old.setAttribute(name, value));
	const [there, wanted] = [[...old.childNodes], [...fresh.childNodes]];
	wanted.forEach((child, i) => there[i] ? patch(there[i], child) : old.append(child));
	there.slice(wanted.length).forEach((child) => child.remove());
}

function plain(moment) {
	return isNaN(new Date(moment)) ? moment : new Date(moment).toISOString().slice(0, 19).replace("T", " ");
}

const time = (text) => text && element("time", { datetime: text }, plain(text));

/** Returns the two largest units, tenths of a second, or milliseconds. */
function span(ms) {
	if (!(ms >= 60000)) {
		return (ms >= 1000) ? (Math.floor(ms / 100) / 10).toFixed(1) + " s" : Math.max(0, Math.floor(ms)) + " ms";
	}
	const i = UNITS.findIndex(([, size]) => ms >= size);
	const small = Math.floor(ms % UNITS[i][1] / UNITS[i + 1][1]);
	return Math.floor(ms / UNITS[i][1]) + " " + UNITS[i][0] + (small ? " " + small + " " + UNITS[i + 1][0] : "");
}

const leaseLeft = ({ leaseRemaining }) => leaseRemaining?.slice(2).toLowerCase();

const link = (name) => element("a", { href: address(name) }, name);

const mark = (own) => own ? [" ", element("span", { class: "here" }, "this instance")] : [];

function leader({ id } = {}, otherHolder, suspended) {
	const known = (id !== undefined) && [element("bdi", {}, id), mark(clean(id) === clean(all.instance))];
	if (suspended) {
		const nobody = element("span", { class: "nobody" }, "nobody: suspended");
		return known ? [nobody, ", lease kept by ", ...known] : nobody;
	}
	if (known) {
		return known;
	}
	return element("span", { class: "nobody" }, ...((otherHolder === undefined) ? ["nobody known"]
		: ["nobody: ", element("bdi", {}, otherHolder), ", not a candidate, is the holder"]));
}

function state({ state, withheldBy = [], suspended }) {
	const causes = withheldBy.filter((cause) => cause !== state).join(", ");
	const reason = suspended && element("bdi", { class: "reason" }, suspended.reason);
	return state && [element("span", { class: "state " + state.toLowerCase() }, state), " " + causes, reason];
}

const suspension = ({ suspended }) => suspended && [time(suspended.since) ?? "since an unknown time",
	suspended.by && [", noted by ", element("bdi", {}, suspended.by)], ": ", element("bdi", {}, suspended.reason)];

/** Returns a table of objects, whose keys are the heads, or nothing if there are none. */
function table(kind, title, caption, rows, most = rows.length) {
	const heads = Object.keys(rows[0] ?? {});
	const cell = (head, value) => (head === heads[0]) ? element("th", { scope: "row" }, value)
		: element("td", { "data-head": head }, value ?? "\u2013");
	const more = (rows.length > most) ? ", the first " + most + " are shown" : "";
	return rows.length ? element("section", { class: kind }, title && element("h2", {}, title), element("table", {},
		element("caption", {}, caption.replace("{}", rows.length + " in all" + more)),
		element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
		element("tbody", {}, rows.slice(0, most).map((row) =>
			element("tr", {}, heads.map((head) => cell(head, row[head]))))))) : [];
}

function facts(values) {
	const fact = ([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value));
	return element("section", { class: "facts" }, element("h2", {}, "Now"),
		element("dl", {}, Object.entries(values).filter(([, value]) => value !== undefined).map(fact)));
}

const begin = (term) => Date.parse(term.from);
const end = (term) => term.until ? Date.parse(term.until) : now;

function bar(kind, term, start, top, height, title = []) {
	const place = (moment) => Math.round(1000 * Math.max(0, Math.min(1, (moment - start) / Math.max(1, now - start))));
	const x = place(begin(term));
	const width = place(end(term)) - x;
	// Leaves a gap before the next bar if there is room
	return element("rect", { class: kind, x, y: top, width: (width > 4) ? width - 2 : 2, height }, title);
}

/** Draws the last terms of an election. Terms of this instance are higher than those of others. */
function strip(history, start) {
	const terms = history.slice(-STRIP_TERMS).filter((term) => end(term) >= start);
	const text = "Terms: " + terms.length + ", of this instance: " + terms.filter((term) => term.own).length;
	return element("svg", { class: "strip", ...DRAWING }, element("title", {}, text),
		terms.map((term) => term.own ? bar("own", term, start, 0, 16) : bar("other", term, start, 6, 10)));
}

function lane(name, kind, terms, start) {
	const length = (term) => end(term) - begin(term);
	const text = (terms.length === 1 ? "once" : terms.length + " times") + ", "
		+ span(terms.reduce((sum, term) => sum + length(term), 0)) + (terms.some((term) => !term.until) ? ", now" : "");
	const drawn = terms.map((term) => bar(kind, term, start, 0, 16,
		element("title", {}, plain(begin(term)) + ", for " + span(length(term)))));
	return element("li", {}, element("span", { class: "who" }, name),
		element("svg", DRAWING, element("title", {}, name), element("desc", {}, text), drawn),
		element("span", { class: "sum", "aria-hidden": "true" }, text));
}

/** Draws a lane for each leader, latest first, and one for the time without a leader. */
function lanes(history) {
	const [first] = history;
	// The beginning of the oldest term is cut off to leave room for the others
	const start = Math.max(begin(first), first.until ? end(first) - (now - end(first)) / 4 : 0);
	const leaders = new Map();
	for (const term of history.toReversed()) {
		const name = (leaders.size < LANES || leaders.has(term.leader) || term.own) ? term.leader : "others";
		leaders.set(name, [...(leaders.get(name) ?? []), term]);
	}
	const next = [...history.slice(1), { from: new Date(now).toISOString() }];
	const gaps = history.map(({ until }, i) => ({ from: until, until: next[i].from })).filter((gap) => begin(gap) < end(gap));
	return [element("ul", { class: "lanes" }, [...leaders].map(([name, terms]) => terms[0].own
		? lane(name + " (this instance)", "own", terms, start) : lane(name, "other", terms, start)),
	gaps.length ? lane("no known leader", "nobody", gaps, start) : []), element("p", { class: "axis" },
		[plain(start), span(now - start), plain(now)].map((text) => element("span", {}, text)))];
}

function timeline(history) {
	const terms = history.toReversed().map((term) => ({ From: time(term.from), Until: time(term.until) ?? "ongoing",
		Leader: [element("bdi", {}, term.leader), mark(term.own)], Term: term.fencingToken, "Ended by": term.cause }));
	const drawn = terms.length ? lanes(history) : element("p", {}, "This instance knows of no term yet.");
	return element("section", { class: "timeline" }, element("h2", {}, "Who led when"), drawn,
		element("details", {}, element("summary", {}, "Terms that this instance knows of: " + terms.length),
			table("terms", undefined, "The newest first, times in UTC.", terms)));
}

/** Returns the elections or partitions of the table. Histories, and all of a partition, are read when on the screen. */
function rows() {
	const names = (election === undefined) ? Object.keys(all.elections)
		: Array.from({ length: one.partitions ?? 0 }, (_, number) => election + ":" + number);
	return names.map((name) => ({ name, history: read.get(name)?.history, ...(all.elections[name] ?? read.get(name)) }));
}

function elections(title) {
	const terms = rows().flatMap(({ history = [] }) => history.slice(-STRIP_TERMS));
	const age = now - terms.reduce((oldest, term) => Math.min(oldest, begin(term)), now);
	const covered = SPANS.find((length) => age <= length) ?? SPANS.at(-1);
	return table("elections", title, "{}. Last column: the last " + span(covered)
		+ ", terms of this instance are high bars, those of others low ones. Times are in UTC.",
	rows().map((row) => ({ Election: link(row.name), State: state(row),
		Leader: row.state && leader(row.leader, row.otherHolder, row.suspended),
		Term: row.fencingToken, Since: time(row.leader?.since), "Lease left": leaseLeft(row),
		"Last terms": row.history && strip(row.history, now - covered) })), MOST_ROWS);
}

const remarks = ({ problem, withheldBy, suspended }) => problem ?? withheldBy?.join(", ")
	?? (suspended && "suspended: " + ranges(suspended));

function divided(elections) {
	return table("divided", "Elections with partitions", "Each partition has a leader of its own.",
		Object.entries(elections).map(([name, { partitions, leading = [], vacant = [], ...rest }]) => ({ Election: link(name),
			Partitions: partitions, "Led here": leading.length,
			"Led by others": Math.max(0, partitions - leading.length - vacant.length - (rest.suspended?.length ?? 0)),
			"No known leader": vacant.length, Remarks: remarks(rest) })));
}

/** Returns sorted numbers as ranges, such as 0-3, 7. */
function ranges(numbers) {
	const firsts = numbers.filter((number) => !numbers.includes(number - 1));
	const lasts = numbers.filter((number) => !numbers.includes(number + 1));
	return firsts.map((first, i) => (first === lasts[i]) ? first : first + "-" + lasts[i]).join(", ");
}

function ticks(elections) {
	return table("ticks", "Ticks", "{}. The leader knows their last runs. Times are in UTC.",
		elections.flatMap(([name, { ticks = {} }]) => Object.entries(ticks).map(([tick, value]) => ({ Tick: tick,
			Election: name, Next: time(value.next), Last: time(value.last),
			State: value.running ? "running" : value.state, Remarks: value.problem }))), MOST_TICKS);
}

function transitions(elections) {
	const all = elections.flatMap(([name, { transitions = [] }]) => transitions.map((one) => ({ name, ...one }))).reverse();
	return table("transitions", "Transitions", "The latest of this instance, the newest first, times in UTC.",
		all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, LATEST).map((one) => ({ At: time(one.at),
			Election: one.name, From: one.from, To: one.to, Cause: one.cause, Term: one.fencingToken })));
}

const texts = (title, caption, values = {}) =>
	table("texts", title, caption, Object.entries(values).map(([Name, Value]) => ({ Name, Value })));

function content() {
	if (election === undefined) {
		const whole = Object.entries(all.elections);
		return [elections("Elections"), divided(all.partitioned ?? {}), ticks(whole), transitions(whole)];
	}
	if (one.partitions !== undefined) {
		const spread = Object.entries(one.leaders).map(([id, numbers]) =>
			({ Leader: leader({ id }), Led: numbers.length, Partitions: ranges(numbers) }));
		return [facts({ Partitions: one.partitions, "Led here": one.leading?.length ?? 0,
			"No known leader": one.vacant?.length ?? 0, Remarks: remarks(one) }),
		table("leaders", "Leaders", "How the partitions are spread.", spread), elections("Partitions")];
	}
	return [facts({ "This instance": state({ ...one, suspended: undefined }), "Suspended since": suspension(one),
		Leader: leader(one.leader, one.otherHolder, one.suspended), Since: time(one.leader?.since),
		Term: one.fencingToken, "Lease left": leaseLeft(one), Priority: one.priority, "Requested by": one.bidder?.id,
		Checkpoints: one.checkpointProblem }),
	timeline(one.history ?? []), ticks([[election, one]]), transitions([[election, one]]),
	texts("Checkpoints", "What leaders noted for their successors.", one.checkpoints),
	texts("Metadata of the leader", "What it publishes about itself.", one.leader?.metadata)];
}

function draw() {
	const strong = (text) => element("strong", {}, text);
	const whole = /^(.+):\d+$/.exec(election)?.[1];
	document.title = clean(election ?? "Leader elections");
	patch(document.getElementById("page"), element("div", { id: "page" },
		element("header", {}, element("h1", {}, document.title), element("p", {}, "As instance ", strong(all.instance),
			" sees it, in namespace ", strong(all.namespace), ", store ", strong(all.backend.type), ", at ",
			time(new Date(now).toISOString()), " UTC.")),
		(election === undefined) ? [] : element("nav", { "aria-label": "Elections" },
			element("a", { href: root.href.slice(0, -1) }, "All elections"), whole ? [" / ", link(whole)] : []),
		element("main", {}, content())));
}

async function get(url) {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const response = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store", signal });
	if (!response.ok) {
		throw new Error("HTTP status " + response.status);
	}
	now = Date.parse(response.headers.get("Date")) || Date.now();
	return JSON.parse(await response.text(), (_, value) => value ?? undefined);
}

/** Reads, of those on the screen, all partitions and each election whose term has changed: oldest answers first. */
async function readRows() {
	const lines = [...document.querySelectorAll(".elections tbody tr")].map((line) => line.getBoundingClientRect());
	const stale = rows().filter(({ name, fencingToken }, i) => lines[i]?.bottom > 0 && lines[i].top < innerHeight
		&& (election !== undefined || !read.get(name) || read.get(name).fencingToken !== fencingToken));
	stale.sort((a, b) => (read.get(a.name)?.readAt ?? 0) - (read.get(b.name)?.readAt ?? 0));
	await Promise.all(stale.slice(0, MOST_READ).map(async ({ name }) =>
		read.set(name, { ...await get(address(name)).catch(() => undefined), readAt: Date.now() })));
}

async function refresh() {
	const began = Date.now();
	const trouble = document.getElementById("trouble");
	try {
		all = (election !== undefined && all) || await get(root.href.slice(0, -1));
		one = (election === undefined) ? undefined : await get(address(election));
		draw();
		await readRows();
		draw();
		trouble.hidden = true;
	}
	catch (error) {
		all = undefined; // it may have started anew, under another id
		trouble.textContent = "The last request failed: " + error.message + ". The page shows the answer before it.";
		trouble.hidden = false;
	}
	// Less often over a slow connection, and not in the background, so that no session is kept alive
	const again = () => document.hidden ? document.addEventListener("visibilitychange", again, { once: true }) : refresh();
	setTimeout(again, Math.max(INTERVAL_MS, 5 * (Date.now() - began)));
}

refresh();
