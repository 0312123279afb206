/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.micrometer.MeterNames;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the Grafana board and the alerts of docs/grafana use only metrics and
 * labels that the sample exports.
 */
class GrafanaTests {

	private static final Path FOLDER = Path.of("..", "docs", "grafana");

	private static final String BOARD = "leader-election.json";

	private static final String ALERTS = "alerts.yml";

	/** Labels that Prometheus adds. */
	private static final Set<String> OF_THE_TARGET = Set.of("job", "instance");

	private static final Pattern SERIES = Pattern.compile("^(leader_election_\\w+)(?:\\{(.*)})? \\S+$",
			Pattern.MULTILINE);

	private static final Pattern SELECTOR = Pattern.compile("\\b([a-zA-Z_]\\w*)(?:\\{([^}]*)}|(?=\\[))");

	/** Includes metrics without braces. */
	private static final Pattern METRIC = Pattern.compile("\\bleader_election_\\w+");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!=|!~|=)\\s*\"([^\"]*)\"");

	private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without|ignoring) \\(([^)]*)\\)");

	private static final Pattern TEMPLATE = Pattern.compile("\\{\\{ *(?:\\$labels\\.)?(\\w+) *}}");

	/**
	 * Labels and their values by metric, collected from two instances during their
	 * lifetime.
	 */
	private static final Map<String, Map<String, Set<String>>> SCRAPED = new TreeMap<>();

	private static final HttpClient client = HttpClient.newHttpClient();

	@TempDir
	private static Path directory;

	@BeforeAll
	static void live() throws Exception {
		try (ConfigurableApplicationContext first = start()) {
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(election(first)::isLeader);
			// Its partitions have separate meters
			try (ConfigurableApplicationContext second = start("--leader-election.metrics.partitions=true")) {
				await(first, "leader_election_ticks_total", "outcome=\"run\"");
				await(first, "leader_election_guarded_total", "outcome=\"executed\"");
				await(second, "leader_election_guarded_total", "outcome=\"skipped\"");
				election(first).stepDown();
				await(first, "leader_election_transitions_total", "cause=\"step_down\"");
				await(second, "leader_election_leading", "election=\"invoices\"");
				await(first, "leader_election_term_seconds_count", "election=\"invoices\"");
				election(first).pause();
				election(second).pause();
				await(first, "leader_election_vacant", "election=\"invoices\"");
				await(first, "leader_election_guarded_total", "outcome=\"vacant\"");
				election(second).resume();
				await(first, "leader_election_failover_seconds_count", "election=\"invoices\"");
				record(scrape(first));
				record(scrape(second));
			}
		}
	}

	private static ConfigurableApplicationContext start(String... more) {
		List<String> arguments = new ArrayList<>(
				List.of("--server.address=127.0.0.1", "--server.port=0", "--spring.jmx.enabled=false",
						"--sample.invoice-schedule=* * * * * *", "--leader-election.elections.shipments.partitions=2",
						"--leader-election.local.directory=" + directory.resolve("election")));
		arguments.addAll(List.of(more));
		return SpringApplication.run(SampleApplication.class, arguments.toArray(String[]::new));
	}

	private static LeaderElection election(ConfigurableApplicationContext instance) {
		return instance.getBean(LeaderElections.class).get(InvoiceJob.ELECTION);
	}

	/** Waits until a series is above zero. */
	private static void await(ConfigurableApplicationContext instance, String metric, String label) {
		Pattern positive = Pattern.compile("^" + metric + "\\{[^}]*" + label + ".*} (?!0(\\.0)?$)", Pattern.MULTILINE);
		Awaitility.await()
			.alias(metric + " with " + label)
			.atMost(Duration.ofMinutes(1))
			.until(() -> positive.matcher(scrape(instance)).find());
	}

	private static String scrape(ConfigurableApplicationContext instance) throws IOException, InterruptedException {
		URI uri = URI.create("http://127.0.0.1:" + instance.getEnvironment().getProperty("local.server.port")
				+ "/actuator/prometheus");
		HttpResponse<String> response = client.send(HttpRequest.newBuilder(uri).build(),
				HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body();
	}

	private static void record(String scraped) {
		Matcher series = SERIES.matcher(scraped);
		while (series.find()) {
			Map<String, Set<String>> labels = SCRAPED.computeIfAbsent(series.group(1), (name) -> new TreeMap<>());
			if (series.group(2) != null) {
				MATCHER.matcher(series.group(2))
					.results()
					.forEach((label) -> labels.computeIfAbsent(label.group(1), (name) -> new TreeSet<>())
						.add(label.group(3)));
			}
		}
	}

	/**
	 * Returns the queries of a file, each with the templates of its legend or
	 * annotations.
	 */
	private static Map<String, String> queries(String file) throws IOException {
		String text = Files.readString(FOLDER.resolve(file));
		Map<String, String> queries = new TreeMap<>();
		collect(file.equals(BOARD) ? JsonParserFactory.getJsonParser().parseMap(text) : new Yaml().load(text), queries);
		return queries;
	}

	private static void collect(Object node, Map<String, String> queries) {
		if (node instanceof Map<?, ?> map) {
			if (map.get("expr") instanceof String query) {
				queries.merge(query, map.get("legendFormat") + " " + map.get("annotations"), String::concat);
			}
			if (map.get("definition") instanceof String query && query.contains("{")) {
				queries.put(query, "");
			}
			map.values().forEach((value) -> collect(value, queries));
		}
		else if (node instanceof Iterable<?> list) {
			list.forEach((element) -> collect(element, queries));
		}
	}

	/** Returns the names in a query and its templates that do not exist. */
	private static Set<String> unknown(String query, String templates) {
		Set<String> unknown = new TreeSet<>();
		Set<String> labels = new HashSet<>(OF_THE_TARGET);
		METRIC.matcher(query).results().map(MatchResult::group).forEach((metric) -> {
			labels.addAll(SCRAPED.getOrDefault(metric, Map.of()).keySet());
			if (!SCRAPED.containsKey(metric)) {
				unknown.add(metric);
			}
		});
		SELECTOR.matcher(query)
			.results()
			.forEach((selector) -> unknown
				.addAll(unmatched(selector.group(1), Objects.requireNonNullElse(selector.group(2), ""))));
		Stream
			.concat(GROUPING.matcher(query).results().flatMap((grouping) -> Stream.of(grouping.group(1).split(", *"))),
					TEMPLATE.matcher(templates).results().map((template) -> template.group(1)))
			.filter((label) -> !labels.contains(label))
			.forEach(unknown::add);
		return unknown;
	}

	private static Set<String> unmatched(String metric, String matchers) {
		Map<String, Set<String>> labels = SCRAPED.get(metric);
		if (labels == null) {
			return Set.of(metric);
		}
		Set<String> unmatched = new TreeSet<>();
		MATCHER.matcher(matchers)
			.results()
			.filter((match) -> !OF_THE_TARGET.contains(match.group(1)))
			.forEach((match) -> {
				Set<String> values = labels.getOrDefault(match.group(1), Set.of());
				if (values.isEmpty()) {
					unmatched.add(metric + " " + match.group(1));
				}
				else if (!match.group(3).startsWith("$")) {
					for (String value : match.group(3).split("\\|")) {
						if (!values.contains(value)) {
							unmatched.add(metric + " " + match.group(1) + " " + value);
						}
					}
				}
			});
		return unmatched;
	}

	@ParameterizedTest
	@ValueSource(strings = { BOARD, ALERTS })
	void metricsAndLabelsExist(String file) throws IOException {
		Map<String, String> queries = queries(file);
		assertThat(queries).hasSizeGreaterThan(5);
		queries.forEach((query, templates) -> assertThat(unknown(query, templates)).as(query).isEmpty());
	}

	@Test
	void missingNamesAreDetected() {
		assertThat(unknown("sum by (election) (leader_election_leading)", "{{election}}")).isEmpty();
		assertThat(unknown("sum(leader_election_leader)", "")).containsExactly("leader_election_leader");
		assertThat(unknown("rate(leader_elections_total[5m])", "")).containsExactly("leader_elections_total");
		assertThat(unknown("sum by (name) (leader_election_leading)", "")).containsExactly("name");
		assertThat(unknown("leader_election_leading", "{{ $labels.cause }}")).containsExactly("cause");
		assertThat(unknown("leader_election_leading{cause=\"lost\"}", ""))
			.containsExactly("leader_election_leading cause");
		assertThat(unknown("leader_election_guarded_total{outcome=~\"vacant|absent\"}", ""))
			.containsExactly("leader_election_guarded_total outcome absent");
	}

	@Test
	void boardShowsEveryMeter() throws Exception {
		String shown = String.join("\n", queries(BOARD).keySet());
		for (Field constant : MeterNames.class.getFields()) {
			String name = (String) constant.get(null);
			if (name.startsWith("leader.election.")) {
				assertThat(shown).containsPattern(name.replace('.', '_') + "(_total|_seconds(_[a-z]+)?)?\\b");
			}
		}
	}

	@Test
	void boardTakesItsDataSourceFromAVariable() throws IOException {
		String board = Files.readString(FOLDER.resolve(BOARD)).replaceAll("\\s", "");
		assertThat(Pattern.compile("\"datasource\":\\{[^}]*\"uid\":\"(.*?)\"").matcher(board).results()).isNotEmpty()
			.allSatisfy((source) -> assertThat(source.group(1)).isEqualTo("${datasource}"));
		assertThat(Pattern.compile("\"gridPos\":\\{[^}]*}").matcher(board).results().map(MatchResult::group))
			.doesNotHaveDuplicates()
			.hasSizeGreaterThan(15);
	}

}
