"use strict";

// All content is set as text, because names and ids come from other processes.

const INTERVAL_MS = 1000;
const TIMEOUT_MS = 3000;
const ANSWER_MS = 5000;

const byId = (id) => document.getElementById(id);

/** Writes only what changed, so that screen readers announce changes and nothing else. */
function setText(element, text) {
	if (element.textContent !== text) {
		element.textContent = text;
	}
}

function time(instant) {
	const date = new Date(instant);
	return date.toLocaleTimeString([], { hour12: false }) + "." + String(date.getMilliseconds()).padStart(3, "0");
}

function orDash(value) {
	return (value === null || value === undefined) ? "–" : String(value);
}

function rows(body, items, cellsOf) {
	body.replaceChildren(...items.map((item) => {
		const row = document.createElement("tr");
		for (const [text, className] of cellsOf(item)) {
			const cell = document.createElement("td");
			cell.textContent = text;
			if (className) {
				cell.className = className;
			}
			row.append(cell);
		}
		return row;
	}));
}

function showLeader(election, instance) {
	const leader = election.leader;
	const here = leader && leader.id === instance;
	setText(byId("leader"), leader ? leader.id + (here ? " (this instance)" : "") : "Nobody leads right now");
	byId("leader").classList.toggle("vacant", !leader);
	setText(byId("since"), leader ? new Date(leader.since).toLocaleString([], { dateStyle: "short", timeStyle: "medium", hour12: false }) : "–");
	setText(byId("token"), orDash(election.fencingToken));
}

function show(state) {
	setText(byId("instance"), state.instance);
	setText(byId("state"), state.election.leading ? "leads" : state.election.state.toLowerCase());
	byId("state").classList.toggle("leading", state.election.leading);
	document.title = (state.election.leading ? "★ " : "") + "Invoices";
	showLeader(state.election, state.instance);
	showControls(state);
	showPartitions(state.partitions, state.instance);
	setText(byId("count"), state.entries.length > 0 ? String(state.entries[0].number) : "0");
	setText(byId("rejections"), String(state.rejections));
	rows(byId("entries"), state.entries, (entry) => [
		[String(entry.number), "number"], [time(entry.writtenAt)], [entry.instance],
		[String(entry.fencingToken), "number"]]);
	rows(byId("ticks"), state.ticks, (tick) => [
		[tick.name], [tick.last ? time(tick.last) : "known to the leader"], [orDash(tick.state)],
		[orDash(tick.attempt), "number"], [tick.next ? time(tick.next) : "–"]]);
	rows(byId("transitions"), state.election.transitions.slice(-10).reverse(), (transition) => [
		[time(transition.at)], [transition.from], [transition.to], [transition.cause],
		[orDash(transition.fencingToken), "number"]]);
}

/** Renders a row for each owner, and last the partitions without one. */
function showPartitions(partitions, instance) {
	byId("partitions").hidden = !partitions;
	if (!partitions) {
		return;
	}
	byId("partition-problem").hidden = !partitions.problem;
	setText(byId("partition-problem"), partitions.problem || "");
	const numbers = new Map();
	partitions.owners.forEach((owner, number) => numbers.set(owner, [...(numbers.get(owner) || []), number]));
	const owners = [...numbers.keys()].sort((a, b) => (a === null) - (b === null) || String(a).localeCompare(String(b)));
	rows(byId("owners"), owners, (owner) => [
		[owner === null ? "nobody" : owner + (owner === instance ? " (this instance)" : "")],
		[String(numbers.get(owner).length), "number"], [numbers.get(owner).join(" ")]]);
}

function showControls(state) {
	byId("step-down").disabled = !state.election.leading;
	setText(byId("task"), state.work.task ? "runs" : "waits for leadership");
	setText(byId("feed"), state.work.feed ? "started" : "stopped");
	byId("resume").disabled = state.election.state !== "PAUSED";
	byId("fitness").setAttribute("aria-checked", String(state.fit));
	setText(byId("fitness"), state.fit ? "Healthy" : "Ill");
}

function trouble(text) {
	byId("trouble").hidden = text === "";
	setText(byId("trouble"), text);
}

/** Shows the result of an action for a while, because it is soon outdated. */
function answer(text) {
	setText(byId("answer"), text);
	clearTimeout(answer.timeout);
	answer.timeout = setTimeout(() => setText(byId("answer"), ""), ANSWER_MS);
}

async function send(method, url, body, done) {
	try {
		const response = await fetch(url, { method, body: JSON.stringify(body),
			headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
		answer(response.ok ? done : "Refused: HTTP status " + response.status);
	}
	catch (error) {
		answer("No answer: " + error.message);
	}
}

function act(action, done) {
	return send("POST", "actuator/leader/invoices", { action }, done);
}

byId("step-down").addEventListener("click", () => act("STEP_DOWN", "Handing over"));
byId("pause").addEventListener("click", () => act("PAUSE", "Pausing: this instance observes only"));
byId("resume").addEventListener("click", () => act("RESUME", "Contending again"));
byId("fitness").addEventListener("click", () => {
	const fit = byId("fitness").getAttribute("aria-checked") !== "true";
	return send("PUT", "api/fitness", { fit }, fit ? "Well again" : "Ill: hands over when it has been so for 2 s");
});

async function update() {
	try {
		const response = await fetch("api/state", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
		if (!response.ok) {
			throw new Error("HTTP status " + response.status);
		}
		show(await response.json());
		trouble("");
	}
	catch (error) {
		setText(byId("state"), "no answer");
		byId("state").classList.remove("leading");
		trouble("This instance does not answer (" + error.message + "). What is shown below may be out of date.");
	}
	setTimeout(update, INTERVAL_MS);
}

update();
