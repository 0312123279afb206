/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page of the endpoint {@code leader} draws in Chromium for given answers.
 */
@Tag("server")
class LeaderPageDrawingIT {

	private static final String MARK = "document.documentElement.dataset.owned='yes'";

	/**
	 * Runs in a page that adds it as markup. Ends with characters that reorder or hide
	 * text.
	 */
	private static final String ATTACK = "'><script>" + MARK + "</script><img src=x onerror=" + MARK
			+ ">\u202e\u200b\u2028";

	private static final String SHOWN = "'&gt;&lt;script&gt;" + MARK + "&lt;/script&gt;&lt;img src=x onerror=" + MARK
			+ "&gt;\uFFFD\uFFFD\uFFFD";

	private static final String MARKED = "data-owned=";

	private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\"[^>]*>";

	/** Writes the appearance of the page into the document. */
	private static final String MEASURE = """
			setTimeout(() => {
				const root = document.documentElement;
				const data = top.document.documentElement.dataset;
				data.width = innerWidth;
				data.wider = root.scrollWidth > root.clientWidth;
				data.ground = getComputedStyle(document.body).backgroundColor;
				data.text = getComputedStyle(document.body).color;
				data.head = getComputedStyle(document.querySelector("thead")).position;
				const stops = [...document.querySelectorAll("a[href], summary")];
				for (const stop of stops) {
					stop.focus();
					if (document.activeElement !== stop) {
						data.unreachable = "yes";
					}
				}
				data.stops = stops.length;
				data.others = document.querySelectorAll("[tabindex], button, input, form").length;
			}, 1000);
			""";

	@TempDir
	private static Path directory;

	private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

	private LeaderPageStub stub(UnaryOperator<@Nullable String> answers) throws IOException {
		return new LeaderPageStub(directory, answers);
	}

	private static String all(String instance, String elections, String partitioned) {
		return """
				{"instance":"%s","namespace":"shop %s","backend":{"type":"local"},"elections":{%s},"partitioned":{%s}}"""
			.formatted(instance, ATTACK, elections, partitioned);
	}

	/** Returns an election with the same hostile text in all its parts. */
	private String hostile() {
		return """
				{"state":"FOLLOWER","leading":false,"leader":{"id":"%1$s","since":"%2$s","metadata":{"%1$s":"%1$s"}},
				"fencingToken":7,"withheldBy":["PAUSED"],"checkpoints":{"%1$s":"%1$s"},"checkpointProblem":"%1$s",
				"ticks":{"%1$s":{"next":"2027-01-15T08:00:00Z","running":true,"problem":"%1$s"},
				"bills":{"next":"2027-01-15T08:00:00Z","last":"2027-01-15T07:59:00Z","state":"finished"}},
				"bidder":{"id":"%1$s"},"transitions":[{"at":"%2$s","from":"STOPPED","to":"FOLLOWER","cause":"STARTED"},
				{"at":"2020-01-01T00:00:00Z","from":"FOLLOWER","to":"LEADER","cause":"ACQUIRED","fencingToken":6}],
				"history":[%3$s]}""".formatted(ATTACK, ago(10), term(ATTACK, 10, null, false));
	}

	/** Takes minutes before now. */
	private String term(String leader, int from, @Nullable Integer until, boolean own) {
		return "{\"leader\":\"" + leader + "\",\"fencingToken\":" + from + ",\"from\":\"" + ago(from) + "\","
				+ ((until != null) ? "\"until\":\"" + ago(until) + "\",\"cause\":\"STEP_DOWN\"," : "") + "\"own\":"
				+ own + "}";
	}

	private Instant ago(int minutes) {
		return this.now.minus(Duration.ofMinutes(minutes));
	}

	/** Returns the answers for two elections, one of which is divided. */
	private String hostileAnswer(String name) {
		return switch (name) {
			case "" ->
				all(ATTACK, "\"billing\":" + hostile() + ",\"" + ATTACK + "\":" + hostile(), "\"orders\":" + divided());
			case "orders" -> divided();
			default -> hostile();
		};
	}

	private static String divided() {
		return """
				{"partitions":9,"leading":[1],"leaders":{"here":[1],"%1$s":[0,2,3,5,7,8]},"vacant":[4,6],"problem":"%1$s"}"""
			.formatted(ATTACK);
	}

	private static int count(String text, String part) {
		return text.split(part, -1).length - 1;
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "billing" })
	void holderThatIsNotACandidateIsShown(String path) throws Exception {
		String edited = "{\"state\":\"FOLLOWER\",\"leading\":false,\"otherHolder\":\"" + ATTACK
				+ "\",\"transitions\":[],\"history\":[]}";
		try (LeaderPageStub stub = stub((name) -> name.isEmpty() ? all("here", "\"billing\":" + edited, "") : edited)) {
			assertThat(stub.inBrowser(path))
				.contains("nobody: <bdi>" + SHOWN + "</bdi>, not a candidate, is the holder")
				.doesNotContain(MARKED, "<img", "undefined", "null", "nobody known");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "billing" })
	void suspensionIsShownWithItsReasonAsText(String path) throws Exception {
		String suspended = "{\"state\":\"SUSPENDED\",\"leading\":false,\"suspended\":{\"since\":\"" + ago(5)
				+ "\",\"by\":\"" + ATTACK + "\",\"reason\":\"" + ATTACK + "\"},\"transitions\":[],\"history\":[]}";
		try (LeaderPageStub stub = stub(
				(name) -> name.isEmpty() ? all("here", "\"billing\":" + suspended, "") : suspended)) {
			assertThat(stub.inBrowser(path))
				.contains("<span class=\"state suspended\">SUSPENDED</span>", "nobody: suspended", SHOWN + "</bdi>")
				.doesNotContain(MARKED, "<img", "undefined", "null", "nobody known");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "billing" })
	void suspensionIsShownByFollowersToo(String path) throws Exception {
		String suspended = "{\"state\":\"FOLLOWER\",\"leading\":false,\"leader\":{\"id\":\"" + ATTACK
				+ "\",\"since\":\"" + ago(9) + "\",\"metadata\":{}},\"suspended\":{\"since\":\"" + ago(5)
				+ "\",\"by\":\"" + ATTACK + "\",\"reason\":\"" + ATTACK + "\"},\"transitions\":[],\"history\":[]}";
		try (LeaderPageStub stub = stub(
				(name) -> name.isEmpty() ? all("here", "\"billing\":" + suspended, "") : suspended)) {
			assertThat(stub.inBrowser(path))
				.contains("FOLLOWER</span>", "nobody: suspended</span>, lease kept by <bdi>" + SHOWN + "</bdi>")
				.doesNotContain(MARKED, "<img", "undefined", "null", "nobody known");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "billing", "orders", "orders:1" })
	void textsOfOtherInstancesAreShownAsText(String path) throws Exception {
		try (LeaderPageStub stub = stub(this::hostileAnswer)) {
			String page = stub.inBrowser(path);
			assertThat(page).contains("<strong>" + SHOWN + "</strong>", "<strong>shop " + SHOWN + "</strong>")
				.contains("<bdi>" + SHOWN + "</bdi>")
				.doesNotContain(MARKED, "<img", "\u202e", "\u200b", "\u2028", "undefined", "null", "NaN");
			assertThat(count(page, "<script")).isEqualTo(1);
			assertThat(count(page, "<table><caption>")).as("tables with captions").isEqualTo(count(page, "<table"));
			assertThat(count(page, "<th scope=")).as("heads of rows and columns").isEqualTo(count(page, "<th "));
			assertThat(count(page, "<svg [^>]*><title>")).as("drawings with a text").isEqualTo(count(page, "<svg"));
		}
	}

	/** Proves that the other tests would detect an attack, and that a policy stops it. */
	@Test
	void textsAsMarkupWouldBeAnAttackThatEitherPolicyStops() throws Exception {
		try (LeaderPageStub stub = stub(this::hostileAnswer)) {
			stub.script((script) -> {
				String careless = script.replace(
						"created.append(...present.map((child) => (child instanceof Node) ? child : clean(child)))",
						"present.forEach((child) => (child instanceof Node) ? created.append(child)"
								+ " : created.insertAdjacentHTML('beforeend', child))");
				assertThat(careless).contains("insertAdjacentHTML");
				return careless;
			});
			stub.html((html) -> html.replaceFirst(POLICY, "")).policy(null);
			assertThat(stub.inBrowser("billing")).contains(MARKED);
			stub.policy("default-src 'self'");
			assertThat(stub.inBrowser("billing")).contains("<img").doesNotContain(MARKED);
			stub.policy(null).html(UnaryOperator.identity());
			assertThat(stub.inBrowser("billing")).doesNotContain(MARKED);
		}
	}

	@Test
	void allElectionsAreLinkedWithStateLeaderAndTerms() throws Exception {
		String election = """
				{"state":"LEADER","leading":true,"leader":{"id":"here","since":"%s","metadata":{}},"fencingToken":3,
				"leaseRemaining":"PT11.2S","transitions":[],"history":[%s,%s]}""".formatted(ago(1),
				term("other", 4, 2, false), term("here", 1, null, true));
		try (LeaderPageStub stub = stub(
				(name) -> name.isEmpty() ? all("here", "\"a b\":" + election, "\"orders\":" + divided()) : election)) {
			assertThat(stub.inBrowser("")).contains("<h1>Leader elections</h1>", "1 in all.", "the last 5 min,")
				.containsPattern("<a href=\"http://localhost:[0-9]+/leader/a%20b\">a b</a>")
				.contains("<span class=\"state leader\">LEADER</span>", "<td data-head=\"Term\">3</td>",
						"<bdi>here</bdi> <span class=\"here\">this instance</span>", ">11.2s</td>",
						"<title>Terms: 2, of this instance: 1</title><rect class=\"other\"")
				.containsPattern("<rect class=\"own\" x=\"(79|80)[0-9]\" y=\"0\" width=\"(19|20)[0-9]\" height=\"16\">")
				.containsPattern("leader/orders\">orders</a></th><td [^>]+>9</td><td [^>]+>1</td><td [^>]+>6</td>"
						+ "<td [^>]+>2</td>");
		}
	}

	@Test
	void oneElectionIsShownWithAllItsParts() throws Exception {
		try (LeaderPageStub stub = stub(this::hostileAnswer)) {
			assertThat(stub.inBrowser("billing")).contains("<h1>billing</h1>", ">All elections</a>")
				.contains("<span class=\"state follower\">FOLLOWER</span> PAUSED", "<dt>Requested by</dt><dd>" + SHOWN)
				.contains("<td data-head=\"Next\"><time datetime=\"2027-01-15T08:00:00Z\">2027-01-15 08:00:00</time>")
				.contains("<td data-head=\"State\">running</td>", "<td data-head=\"State\">finished</td>")
				.contains("2 in all. The leader knows their last runs.")
				.containsPattern("(?s)<td data-head=\"To\">FOLLOWER</td>.*<td data-head=\"To\">LEADER</td>")
				.contains("<h2>Checkpoints</h2>", "<h2>Metadata of the leader</h2>")
				.contains("<th scope=\"row\">" + SHOWN + "</th><td data-head=\"Value\">" + SHOWN + "</td>");
		}
	}

	@Test
	void partitionsHaveACommonPageAndOneEach() throws Exception {
		try (LeaderPageStub stub = stub(this::hostileAnswer)) {
			assertThat(stub.inBrowser("orders", "--window-size=1200,3000"))
				.contains("<h1>orders</h1>", "<dt>Led here</dt><dd>1</dd>")
				.contains("<td data-head=\"Partitions\">0, 2-3, 5, 7-8</td>", "<dt>Remarks</dt><dd>" + SHOWN)
				.contains("/leader/orders%3A8\">orders:8</a>", "9 in all.");
			assertThat(stub.requests()).contains("orders:0", "orders:8");
			assertThat(stub.inBrowser("orders:1")).contains("<h1>orders:1</h1>")
				.containsPattern("All elections</a> / <a href=\"http://localhost:[0-9]+/leader/orders\">orders</a>");
		}
	}

	private String drawn(String... terms) throws Exception {
		String election = "{\"state\":\"FOLLOWER\",\"transitions\":[],\"history\":[" + String.join(",", terms) + "]}";
		try (LeaderPageStub stub = stub((name) -> name.isEmpty() ? all("here", "", "") : election)) {
			return stub.inBrowser("billing");
		}
	}

	@Test
	void barsShowTermsAndTheTimeWithoutLeader() throws Exception {
		assertThat(drawn(term("a", 100, 60, true), term("b", 50, null, false)))
			.containsPattern("<span class=\"who\">b</span>.*<desc>once, [45][09] min.*, now</desc>")
			.contains("<title>a (this instance)</title><desc>once, 40 min</desc>")
			.contains("<title>no known leader</title><desc>once, 10 min</desc>")
			.contains(", for 10 min</title>", "<td data-head=\"Until\">ongoing</td>", "nobody known")
			.contains("<rect class=\"own\" x=\"0\"")
			.containsPattern("<rect class=\"other\" x=\"33[2-4]\" y=\"0\" width=\"66[4-6]\"");
	}

	@Test
	void oldestTermIsCutSoThatTheOthersHaveRoom() throws Exception {
		assertThat(drawn(term("a", 60 * 24 * 365 * 56, 40, false), term("b", 40, null, false)))
			.containsPattern("<rect class=\"other\" x=\"(199|20[01])\" y=\"0\" width=\"79[789]\"")
			.contains("<desc>once, 20439 d 23 h</desc>");
	}

	@Test
	void spansHaveTwoUnits() throws Exception {
		Map<Long, String> texts = Map.of(-1000L, "0 ms", 500L, "500 ms", 1250L, "1.2 s", 60_000L, "1 min", 61_000L,
				"1 min 1 s", 7_200_000L, "2 h", 176_400_000L, "2 d 1 h");
		String page = drawn(texts.keySet()
			.stream()
			.map((length) -> "{\"leader\":\"a" + length + "\",\"fencingToken\":1,\"from\":\"" + ago(9999)
					+ "\",\"until\":\"" + ago(9999).plusMillis(length) + "\",\"own\":false}")
			.toArray(String[]::new));
		texts.forEach((length, text) -> assertThat(page)
			.contains("<title>a" + length + "</title><desc>once, " + text + "</desc>"));
	}

	@ParameterizedTest
	@CsvSource({ "4, 5 min", "6, 15 min", "59, 1 h", "61, 6 h", "100000, 1 d" })
	void stripsShareASpanUpToADay(int age, String span) throws Exception {
		String election = "{\"state\":\"FOLLOWER\",\"transitions\":[],\"history\":[" + term("a", 100_000, 99_000, true)
				+ "," + term("b", age, null, true) + "]}";
		String young = "{\"state\":\"FOLLOWER\",\"transitions\":[],\"history\":[" + term("b", age, null, true) + "]}";
		try (LeaderPageStub stub = stub((name) -> switch (name) {
			case "" -> all("here", "\"old\":" + election + ",\"young\":" + young, "");
			case "old" -> election;
			default -> young;
		})) {
			// The term that ended long ago is the oldest
			assertThat(stub.inBrowser("")).contains("the last 1 d,")
				.contains("<title>Terms: 1, of this instance: 1</title>")
				.doesNotContain("<title>Terms: 2");
		}
		try (LeaderPageStub stub = stub((name) -> name.isEmpty() ? all("here", "\"young\":" + young, "") : young)) {
			assertThat(stub.inBrowser("")).contains("the last " + span + ",");
		}
	}

	@Test
	void manyLeadersShareALane() throws Exception {
		List<String> history = new ArrayList<>();
		for (int i = 100; i > 0; i--) {
			history.add(term("leader-" + i, i, i - 1, false));
		}
		assertThat(drawn(history.toArray(String[]::new)))
			.contains("<title>others</title><desc>92 times, 1 h 32 min</desc>", "<title>leader-8</title>",
					"Terms that this instance knows of: 100")
			.doesNotContain("<title>leader-9</title>");
	}

	@Test
	void timesThatABrowserCannotParseBreakNothing() throws Exception {
		assertThat(drawn(term("a", -10, -5, false),
				"{\"leader\":\"b\",\"fencingToken\":1,\"from\":\"+1000000-01-01T00:00:00Z\"}"))
			.contains("<h2>Who led when</h2>",
					"<time datetime=\"+1000000-01-01T00:00:00Z\">+1000000-01-01T00:00:00Z</time>")
			.doesNotContain("x=\"-", "width=\"-");
		assertThat(drawn()).contains("This instance knows of no term yet.");
	}

	@Test
	void thousandElectionsAreReadInBounds() throws Exception {
		String election = "{\"state\":\"LEADER\",\"fencingToken\":1,\"transitions\":[],\"history\":["
				+ term("here", 1, null, true) + "]}";
		String elections = IntStream.range(0, 1100)
			.mapToObj((i) -> "\"election-" + i + "\":" + election)
			.collect(Collectors.joining(","));
		try (LeaderPageStub stub = stub((name) -> name.isEmpty() ? all("here", elections, "") : election)) {
			String page = stub.inBrowser("", "--window-size=1200,5000", "--virtual-time-budget=8000");
			assertThat(page).contains("1100 in all, the first 1024 are shown");
			assertThat(count(page, "/leader/election-")).isEqualTo(1024);
			assertThat(stub.requests().stream().filter(String::isEmpty)).hasSizeGreaterThan(1);
			assertThat(stub.requests().stream().filter("election-0"::equals)).hasSize(1);
			List<String> read = stub.requests().stream().filter((name) -> !name.isEmpty()).toList();
			assertThat(read).as("at most 24 for each refresh, and all on the screen in turn").doesNotHaveDuplicates();
			assertThat(read).hasSizeBetween(25, 24 * (int) stub.requests().stream().filter(String::isEmpty).count());
		}
	}

	@Test
	void pageRefreshesItselfAndKeepsWhatTheUserOpened() throws Exception {
		AtomicInteger answers = new AtomicInteger();
		try (LeaderPageStub stub = stub((name) -> {
			if (name.isEmpty()) {
				return all("here", "", "");
			}
			return switch (answers.incrementAndGet()) {
				case 1 -> hostile();
				case 2 -> hostile().replace("\"FOLLOWER\",\"leading\"", "\"LEADER\",\"leading\"");
				default -> null;
			};
		})) {
			stub.script((script) -> script + """
					setTimeout(() => {
						document.querySelector("summary").click();
						document.querySelector("nav a").focus();
					}, 1000);
					setInterval(() => document.documentElement.dataset.focus = document.activeElement.textContent, 500);
					""");
			assertThat(stub.inBrowser("billing", "--virtual-time-budget=8000")).contains(
					"<span class=\"state leader\">LEADER</span>", "<details open=\"\">", "data-focus=\"All elections\"",
					"role=\"alert\" hidden=\"\"></p>");
			answers.set(0);
			assertThat(stub.inBrowser("billing", "--virtual-time-budget=13000"))
				.contains("<span class=\"state leader\">LEADER</span>", "<details open=\"\">", "HTTP status 503")
				.doesNotContain("role=\"alert\" hidden");
		}
	}

	/** Chromium shows a document without its scripts in a sandbox. */
	@Test
	void browserWithoutScriptIsReferredToTheJson() throws Exception {
		String script = "setTimeout(() => document.body.append(frames[0].document.body.innerText), 1000)";
		try (LeaderPageStub stub = stub(this::hostileAnswer)) {
			assertThat(stub.inFrame("billing", "sandbox='allow-same-origin'", script))
				.contains("This page needs JavaScript. Get the same as JSON from this address");
			assertThat(stub.requests()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "billing", "orders" })
	void fitsLightDarkAndNarrowScreensAndTheKeyboard(String path) throws Exception {
		try (LeaderPageStub stub = stub(this::hostileAnswer).script((script) -> script + MEASURE)) {
			assertThat(stub.inBrowser(path, "--blink-settings=preferredColorScheme=1", "--window-size=1200,900"))
				.contains("data-width=\"1200\"", "data-ground=\"rgb(246, 247, 249)\"", "data-text=\"rgb(28, 35, 48)\"")
				.contains("data-head=\"static\"", "data-wider=\"false\"");
			String dark = stub.inFrame(path, "width=400 height=900", "", "--blink-settings=preferredColorScheme=0");
			assertThat(dark).contains("data-width=\"400\"", "data-ground=\"rgb(18, 22, 29)\"")
				.contains("data-text=\"rgb(230, 233, 239)\"", "data-head=\"absolute\"", "data-wider=\"false\"");
			assertThat(dark).containsPattern("data-stops=\"[1-9]")
				.contains("data-others=\"0\"")
				.doesNotContain("data-unreachable");
		}
	}

}
