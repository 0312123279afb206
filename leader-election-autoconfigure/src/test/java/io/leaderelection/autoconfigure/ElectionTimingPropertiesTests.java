/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.leaderelection.protocol.ElectionTiming;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class ElectionTimingPropertiesTests {

	static List<Arguments> keys() {
		return List.of(key("lease-duration", 16_000, 17_000, ElectionTiming::lease),
				key("renew-interval", 3_000, 3_500, ElectionTiming::renewInterval),
				key("operation-timeout", 1_100, 1_200, ElectionTiming::operationTimeout),
				key("safety-margin", 1_300, 1_400, ElectionTiming::safetyMargin),
				key("retry-interval", 700, 800, ElectionTiming::retryInterval),
				key("drain-timeout", 9_000, 8_000, ElectionTiming::drainTimeout),
				key("cool-down", 4_000, 4_500, ElectionTiming::coolDown));
	}

	private static Arguments key(String key, long common, long own, Function<ElectionTiming, Duration> value) {
		return Arguments.of(key, Duration.ofMillis(common), Duration.ofMillis(own), value);
	}

	@ParameterizedTest
	@MethodSource("keys")
	void settingOfOneElectionReachesThisElectionAlone(String key, Duration common, Duration own,
			Function<ElectionTiming, Duration> value) {
		ElectionSettings settings = settings(Map.of("elections.billing." + key, own));
		ElectionTiming defaults = settings(Map.of()).timing("any");
		assertThat(value.apply(settings.timing("billing"))).isEqualTo(own);
		assertThat(value.apply(settings.timing("billing:3"))).as("a partition").isEqualTo(own);
		assertThat(settings.timing("shipping")).isEqualTo(defaults);
	}

	@ParameterizedTest
	@MethodSource("keys")
	void ownSettingOverridesTheCommonOne(String key, Duration common, Duration own,
			Function<ElectionTiming, Duration> value) {
		ElectionSettings settings = settings(Map.of(key, common, "elections.billing." + key, own));
		assertThat(value.apply(settings.timing("billing"))).isEqualTo(own);
		assertThat(value.apply(settings.timing("shipping"))).isEqualTo(common);
		for (Arguments other : keys()) {
			if (!other.get()[0].equals(key)) {
				assertThat(differs(settings, other)).as("%s of %s", other.get()[0], key).isFalse();
			}
		}
	}

	/** Whether a key that nobody sets has the value of the table. */
	@SuppressWarnings("unchecked")
	private static boolean differs(ElectionSettings settings, Arguments key) {
		Object value = ((Function<ElectionTiming, Duration>) key.get()[3]).apply(settings.timing("billing"));
		return value.equals(key.get()[2]);
	}

	private static ElectionSettings settings(Map<String, Object> properties) {
		Map<String, Object> all = new LinkedHashMap<>();
		properties.forEach((key, value) -> all.put("leader-election." + key, value.toString()));
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", all));
		LeaderElectionProperties bound = Binder.get(environment)
			.bindOrCreate("leader-election", Bindable.of(LeaderElectionProperties.class));
		return new ElectionSettings(bound, environment);
	}

}
