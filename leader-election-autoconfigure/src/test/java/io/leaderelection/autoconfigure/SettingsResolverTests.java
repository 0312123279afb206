/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Preference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which value an election gets: its own, otherwise the common one, otherwise a
 * derived one.
 */
class SettingsResolverTests {

	/** What other keys need in order to have an effect. */
	private static final Map<String, Object> OTHERS = Map.of("priority", 1, "relinquish-cron", "0 0 4 * * *");

	static List<Arguments> keys() {
		return List.of(duration("lease-duration", 16_000, 17_000, ElectionTiming::lease),
				duration("renew-interval", 3_000, 3_500, ElectionTiming::renewInterval),
				duration("operation-timeout", 1_100, 1_200, ElectionTiming::operationTimeout),
				duration("safety-margin", 1_300, 1_400, ElectionTiming::safetyMargin),
				duration("retry-interval", 700, 800, ElectionTiming::retryInterval),
				duration("drain-timeout", 9_000, 8_000, ElectionTiming::drainTimeout),
				duration("cool-down", 4_000, 4_500, ElectionTiming::coolDown),
				Arguments.of("max-term", Duration.ofHours(1), Duration.ofHours(2),
						of((settings) -> schedule(settings).maxTerm())),
				Arguments.of("relinquish-cron", "0 0 2 * * *", "0 0 3 * * *",
						of((settings) -> Objects.toString(schedule(settings).cron(), null))),
				Arguments.of("relinquish-zone", ZoneId.of("Europe/Berlin"), ZoneId.of("Asia/Tokyo"),
						of((settings) -> schedule(settings).zone())),
				Arguments.of("eligible-when", "db", "disk",
						of((settings) -> String.join(",", settings.eligibleWhen()))),
				Arguments.of("ineligible-after", Duration.ofSeconds(3), Duration.ofSeconds(4),
						of((settings) -> settings.ineligibleAfter())),
				Arguments.of("priority", 2, 3, of((settings) -> preference(settings).priority())),
				Arguments.of("preempt-after", Duration.ofSeconds(21), Duration.ofSeconds(22),
						of((settings) -> preference(settings).preemptAfter())),
				Arguments.of("spread", false, true, of((settings) -> preference(settings).spread())),
				Arguments.of("auto-startup", true, false, of((election) -> election.settings().autoStartup())));
	}

	/**
	 * No property of an election may have no effect: each is in the table, and what is
	 * for a single election only changes its settings.
	 */
	@Test
	void everyPropertyOfAnElectionIsTested() {
		List<String> properties = Stream.of(ElectionProperties.class.getRecordComponents())
			.map((component) -> DataObjectPropertyName.toDashedForm(component.getName()))
			.toList();
		List<String> tested = new ArrayList<>(ElectionProperties.OF_A_SINGLE_ELECTION);
		keys().forEach((key) -> tested.add((String) key.get()[0]));
		assertThat(tested).containsExactlyInAnyOrderElementsOf(properties);
		LeaderElectionSettings settings = resolve(
				Map.of("elections.orders.partitions", 4, "elections.orders.start", "listener"));
		assertThat(settings.of("orders").settings().partitions()).isEqualTo(4);
		assertThat(settings.of("orders").start()).containsExactly("listener");
	}

	@ParameterizedTest
	@ValueSource(strings = { "partitions", "start" })
	void propertyOfASingleElectionIsRefusedForAll(String key) {
		assertThat(ElectionProperties.OF_A_SINGLE_ELECTION).contains(key);
		assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(() -> resolve(Map.of(key, 4)))
			.withMessageContaining("leader-election." + key + " is not a property of leader election");
	}

	private static Arguments duration(String key, long common, long own, Function<ElectionTiming, Duration> value) {
		return Arguments.of(key, Duration.ofMillis(common), Duration.ofMillis(own),
				of((settings) -> value.apply(settings.settings().timing())));
	}

	private static Function<ConfiguredElection, Object> of(Function<ConfiguredElection, Object> value) {
		return value;
	}

	private static RelinquishSchedule schedule(ConfiguredElection election) {
		return (RelinquishSchedule) election.settings().tenure();
	}

	private static Preference preference(ConfiguredElection election) {
		return Objects.requireNonNull(election.settings().preference());
	}

	@ParameterizedTest
	@MethodSource("keys")
	void settingOfOneElectionReachesThisElectionAlone(String key, Object common, Object own,
			Function<ConfiguredElection, Object> value) {
		LeaderElectionSettings settings = settings(Map.of("elections.billing." + key, own));
		assertThat(value.apply(settings.of("billing"))).isEqualTo(own);
		assertThat(value.apply(settings.of("billing:3"))).as("a partition").isEqualTo(own);
		assertThat(settings.of("shipping")).isEqualTo(settings(Map.of()).of("any"));
	}

	@ParameterizedTest
	@MethodSource("keys")
	void ownSettingOverridesTheCommonOne(String key, Object common, Object own,
			Function<ConfiguredElection, Object> value) {
		LeaderElectionSettings settings = settings(Map.of(key, common, "elections.billing." + key, own));
		assertThat(value.apply(settings.of("billing"))).isEqualTo(own);
		assertThat(value.apply(settings.of("shipping"))).isEqualTo(common);
		for (Arguments other : keys()) {
			if (!other.get()[0].equals(key)) {
				assertThat(hasOwnValue(settings, other)).as("%s of %s", other.get()[0], key).isFalse();
			}
		}
	}

	/** Whether a key that the election does not set has its own value of the table. */
	@SuppressWarnings("unchecked")
	private static boolean hasOwnValue(LeaderElectionSettings settings, Arguments key) {
		return key.get()[2].equals(((Function<ConfiguredElection, Object>) key.get()[3]).apply(settings.of("billing")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-duration", "max-term", "priority", "spread", "auto-startup", "max-led", "mode",
			"metrics.partitions" })
	void emptyValueIsNotSet(String key) {
		for (String empty : List.of("", "${LEADER_ELECTION_TESTS_UNSET:}")) {
			LeaderElectionSettings settings = resolve(Map.of(key, empty));
			assertThat(settings.common()).isEqualTo(resolve(Map.of()).common());
			assertThat(settings.partitionMeters()).isFalse();
		}
	}

	@Test
	void emptyValueOfOneElectionIsNotSet() {
		assertThat(
				resolve(Map.of("max-term", "1h", "elections.billing.max-term", "")).of("billing").settings().tenure())
			.isEqualTo(resolve(Map.of("max-term", "1h")).common().settings().tenure());
	}

	@Test
	void partitionsAreSpreadUnlessSwitchedOff() {
		assertThat(isSpread(Map.of(), "orders:3")).isTrue();
		assertThat(isSpread(Map.of(), "other")).isFalse();
		assertThat(isSpread(Map.of("elections.orders.spread", false), "orders:3")).isFalse();
		assertThat(isSpread(Map.of("spread", false), "orders:3")).isFalse();
		assertThat(isSpread(Map.of("mode", "always"), "orders:3")).isFalse();
	}

	private static boolean isSpread(Map<String, Object> properties, String election) {
		Map<String, Object> all = new LinkedHashMap<>(properties);
		all.put("elections.orders.partitions", 8);
		Preference preference = resolve(all).of(election).settings().preference();
		return preference != null && preference.spread();
	}

	/** Returns settings in which each key of the table has an effect. */
	private static LeaderElectionSettings settings(Map<String, Object> properties) {
		Map<String, Object> all = new LinkedHashMap<>(OTHERS);
		all.putAll(properties);
		return resolve(all);
	}

	private static LeaderElectionSettings resolve(Map<String, Object> properties) {
		Map<String, Object> all = new LinkedHashMap<>();
		properties.forEach((key, value) -> all.put("leader-election." + key, value.toString()));
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", all));
		return new SettingsResolver(environment).resolve();
	}

}
