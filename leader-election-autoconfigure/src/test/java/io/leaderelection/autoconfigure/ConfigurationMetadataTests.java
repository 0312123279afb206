/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.leaderelection.engine.ElectionSettings;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Checks the metadata that an editor shows.
 */
class ConfigurationMetadataTests {

	@SuppressWarnings("unchecked")
	private static Map<String, Object> metadata() throws Exception {
		try (InputStream stream = LeaderElectionProperties.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			assertThat(stream).isNotNull();
			return JsonParserFactory.getJsonParser()
				.parseMap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
		}
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> list(String name) throws Exception {
		return (List<Map<String, Object>>) metadata().get(name);
	}

	@Test
	void everyPropertyHasADescription() throws Exception {
		assertThat(list("properties")).isNotEmpty()
			.allSatisfy((property) -> assertThat((String) property.get("description")).as("%s", property)
				.isNotBlank()
				.endsWith("."));
	}

	/** The annotation processor reads no defaults from the code of a record. */
	@Test
	void defaultsAreThoseOfTheProperties() throws Exception {
		LeaderElectionProperties unset = new Binder().bindOrCreate("none", LeaderElectionProperties.class);
		ConfiguredElection election = new SettingsResolver(new MockEnvironment()).resolve().common();
		ElectionSettings settings = election.settings();
		assertThat(list("properties"))
			.filteredOn((property) -> ((String) property.get("name")).startsWith("leader-election"))
			.filteredOn((property) -> property.containsKey("defaultValue"))
			.extracting((property) -> property.get("name"), (property) -> property.get("defaultValue"))
			.containsExactlyInAnyOrder(tuple("leader-election.mode", unset.mode().name().toLowerCase(Locale.ROOT)),
					tuple("leader-election.default-election", unset.defaultElection()),
					tuple("leader-election.guard-scheduled", unset.guardScheduled().value()),
					tuple("leader-election.lease-duration", text(settings.timing().lease())),
					tuple("leader-election.drain-timeout", text(settings.timing().drainTimeout())),
					tuple("leader-election.cool-down", text(settings.timing().coolDown())),
					tuple("leader-election.ineligible-after", text(election.ineligibleAfter())),
					tuple("leader-election.auto-startup", settings.autoStartup()),
					tuple("leader-election.metrics.partitions", unset.metrics().partitions()),
					tuple("leader-election.integration.enabled", true));
	}

	private static String text(Duration duration) {
		return DurationStyle.SIMPLE.print(duration, ChronoUnit.SECONDS);
	}

	@Test
	void everyDurationHasADefaultOrSaysWhatItDerivesFrom() throws Exception {
		assertThat(list("properties")).filteredOn((property) -> "java.time.Duration".equals(property.get("type")))
			.filteredOn((property) -> ((String) property.get("name")).startsWith("leader-election."))
			.hasSizeGreaterThan(9)
			.allSatisfy((property) -> assertThat(
					property.containsKey("defaultValue") != ((String) property.get("description"))
						.matches(".*(Default is|[Bb]y default).*"))
				.as("%s", property)
				.isTrue());
	}

	/** The annotation processor confuses a parameter with a longer one before it. */
	@Test
	void descriptionIsThatOfThePropertyItself() throws Exception {
		assertThat(list("properties")).filteredOn("name", "leader-election.spread")
			.extracting("description")
			.containsExactly("Whether to spread elections evenly over the instances. Default is false.");
	}

	/**
	 * The values are listed here and not by each store, because editors apply the hints
	 * only to a property of the same file. Other values are allowed, because other stores
	 * can be added.
	 */
	@Test
	@SuppressWarnings("unchecked")
	void storesAreSuggestedWithTheirArtifacts() throws Exception {
		Map<String, Object> backend = list("hints").stream()
			.filter((notification) -> "leader-election.backend".equals(notification.get("name")))
			.findFirst()
			.orElseThrow();
		assertThat(backend.get("providers")).isEqualTo(List.of(Map.of("name", "any")));
		assertThat((List<Map<String, Object>>) backend.get("values")).isNotEmpty()
			.allSatisfy((value) -> assertThat((String) value.get("description"))
				.endsWith(" In leader-election-" + value.get("value") + "."));
	}

}
