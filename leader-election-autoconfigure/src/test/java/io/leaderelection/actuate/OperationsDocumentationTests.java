/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.micrometer.MeterNames;
import io.leaderelection.observation.LeaderElectionObservationDocumentation;
import io.micrometer.common.docs.KeyName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that docs/operations.md lists exactly what exists.
 */
class OperationsDocumentationTests {

	/** The fields of an election in a response, as the sources write them. */
	private static final List<String> FIELDS = Stream
		.of("actuate/ElectionDescriptor", "actuate/CheckpointDetails", "schedule/TickDetails")
		.map((type) -> read(Path.of("src/main/java/io/leaderelection", type + ".java")))
		.flatMap((source) -> all("(?:fields\\.put|putKnown|Map\\.of)\\(\"(\\w+)\",\\s(?!problem)", source))
		.toList();

	private static final List<ElectionAction> ADDED = added();

	private static final String[] ACTIONS = LeaderRequest.names(ADDED).toArray(String[]::new);

	private final String page = read(Path.of("..", "docs", "operations.md"));

	/** Returns the actions that features add. */
	private static List<ElectionAction> added() {
		List<ElectionAction> actions = new ArrayList<>();
		Contexts.following()
			.withUserConfiguration(LeaderElectionDetailsConfiguration.class)
			.run((context) -> context.getBeanProvider(ElectionDetails.class)
				.orderedStream()
				.forEach((details) -> actions.add(details.action())));
		return actions;
	}

	private static LeaderRequest request(String action, Map<String, String> options) {
		return LeaderRequest.of(action, options.get("coolDown"), new HashMap<>(options), ADDED);
	}

	private static String read(Path path) {
		try {
			return Files.readString(path);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns the first groups of all matches. */
	private static Stream<String> all(String pattern, String text) {
		return Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results().map((match) -> match.group(1));
	}

	private String only(String pattern) {
		List<MatchResult> found = Pattern.compile(pattern, Pattern.DOTALL).matcher(this.page).results().toList();
		assertThat(found).as(pattern).hasSize(1);
		return found.get(0).group(1);
	}

	private static String[] names(Enum<?>[] constants) {
		return Arrays.stream(constants).map(Enum::name).toArray(String[]::new);
	}

	@Test
	void causesAreListed() {
		assertThat(all("`([A-Z_]+)`", only("Causes: (.*?)\n\n")))
			.containsExactlyInAnyOrder(names(TransitionCause.values()));
	}

	@Test
	void actionsAreListed() {
		assertThat(all("^\\| `([A-Z_]+)`", only("\n\\| `action` (.*?)\n\n"))).containsExactlyInAnyOrder(ACTIONS);
	}

	@Test
	void exampleRequestIsAccepted() {
		Map<String, Object> body = JsonParserFactory.getJsonParser().parseMap(only(" -d '(.*?)'"));
		assertThat(body).containsOnlyKeys("action");
		assertThat(request((String) body.get("action"), Map.of()).action()).isEqualTo(LeaderAction.STEP_DOWN);
	}

	@Test
	void optionsOfActionsAreAccepted() {
		List<MatchResult> rows = Pattern.compile("^\\| `([A-Z_]+)`.*?`\"(\\w+)\": \"(\\w+)\"`", Pattern.MULTILINE)
			.matcher(this.page)
			.results()
			.toList();
		assertThat(rows).hasSize(4).allSatisfy((row) -> {
			Map<String, String> option = Map.of(row.group(2), row.group(3));
			assertThat(request(row.group(1), option).details()).containsOnlyKeys(row.group(2));
		});
	}

	@Test
	void exampleResponseHasTheFieldsOfTheEndpoint() {
		Map<String, Object> answer = JsonParserFactory.getJsonParser()
			.parseMap(only("```json\n(\\{ \"instance\".*?)```"));
		assertNames(answer, LeaderElectionsDescriptor.class);
		assertNames(answer.get("backend"), LeaderElectionsDescriptor.Backend.class);
		Map<?, ?> elections = (Map<?, ?>) answer.get("elections");
		Map<?, ?> election = (Map<?, ?>) elections.values().iterator().next();
		assertThat(FIELDS).hasSize(15).contains("state", "checkpointProblem", "ticks", "history");
		assertThat(election.keySet().stream().map(String::valueOf)).isNotEmpty().isSubsetOf(FIELDS);
		assertNames(election.get("leader"), ElectionDescriptor.LeaderDescriptor.class);
		assertNames(((List<?>) election.get("transitions")).get(0), ElectionDescriptor.TransitionDescriptor.class);
	}

	@Test
	void fieldsOfATermMatchTheEndpoint() {
		assertThat(all("`([a-zA-Z]+)`", only("Each term has (.*?)\\. ")))
			.containsExactly(Arrays.stream(ElectionDescriptor.TermDescriptor.class.getRecordComponents())
				.map(RecordComponent::getName)
				.toArray(String[]::new));
	}

	private static void assertNames(Object object, Class<? extends Record> type) {
		assertThat(((Map<?, ?>) object).keySet().stream().map(String::valueOf)).isNotEmpty()
			.isSubsetOf(Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList());
	}

	@Test
	void statesAndCausesAreWrittenExactly() {
		List<String> known = Stream
			.of(names(ElectionState.values()), names(TransitionCause.values()), ACTIONS,
					new String[] { "UNCONFIRMED", "UP", "DOWN", "INFO", "DEBUG", "WARN" })
			.flatMap(Arrays::stream)
			.toList();
		assertThat(all("`([A-Z_]{2,})`", this.page)).isNotEmpty()
			.allSatisfy((name) -> assertThat(known).contains(name));
	}

	@Test
	void metersAreListed() {
		assertThat(all("^\\| `(leader\\.election\\.[a-z.]+)` \\|", section("Metrics")))
			.containsExactlyInAnyOrderElementsOf(meterNames());
	}

	@Test
	void observationsAreListed() {
		assertThat(all("^\\| (`leader\\.election.*) \\|$", section("Traces"))
			.map((row) -> row.replaceAll("\\|.*\\|(.*)\\|(.*)", "|$1|$2"))).containsExactlyInAnyOrderElementsOf(
					Arrays.stream(LeaderElectionObservationDocumentation.values()).map(this::row).toList());
	}

	private String row(LeaderElectionObservationDocumentation observation) {
		return "`leader.election." + observation.name().toLowerCase(Locale.ROOT).replace('_', '.') + "` | "
				+ keys(observation.getLowCardinalityKeyNames()) + " | "
				+ keys(observation.getHighCardinalityKeyNames());
	}

	private static String keys(KeyName[] keys) {
		return Arrays.stream(keys).map(KeyName::asString).collect(Collectors.joining(", "));
	}

	private String section(String title) {
		return only("\n## " + title + "\n(.*?)\n## ");
	}

	private static List<String> meterNames() {
		return Arrays.stream(MeterNames.class.getFields())
			.map(OperationsDocumentationTests::value)
			.filter((name) -> name.startsWith("leader.election."))
			.toList();
	}

	private static String value(Field constant) {
		try {
			return (String) constant.get(null);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void outcomesOfGuardedCallsAreListed() {
		assertThat(Arrays.stream(only("calls: ([a-z, ]+) \\|").split(", ")))
			.containsExactlyInAnyOrder(Arrays.stream(GuardOutcome.values())
				.map((outcome) -> outcome.name().toLowerCase(Locale.ROOT))
				.toArray(String[]::new));
	}

}
