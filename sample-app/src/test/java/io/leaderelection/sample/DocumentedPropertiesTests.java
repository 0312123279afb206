/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Checks that the properties in the documentation exist.
 */
class DocumentedPropertiesTests {

	private static final String PREFIX = "leader-election.";

	private static final Pattern NAME = Pattern.compile("(?<![\\w.-])leader-election(\\.[a-z][a-z0-9-]*)+");

	/** The name of a file, such as that of the Grafana board. */
	private static final Pattern FILE = Pattern.compile("leader-election\\.(json|yml)");

	private static final Pattern OF_AN_ELECTION = Pattern.compile("leader-election\\.elections[.\\[]");

	private static final Pattern YAML = Pattern.compile("^```yaml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	/** In these pages, a name with a hyphen is a property. */
	private static final Pattern SHORT_NAME = Pattern.compile("`([a-z]+(?:-[a-z]+)+)`");

	/** A property with its value in prose. */
	private static final Pattern SETTING = Pattern.compile("`([a-z][a-z0-9.-]*)(?:: |=)([^`\\n]+)`");

	/** Types by name; {@code null} for the names of groups. */
	private static final Map<String, String> KNOWN = new TreeMap<>();

	@BeforeAll
	static void read() throws IOException {
		for (URL url : Collections.list(DocumentedPropertiesTests.class.getClassLoader()
			.getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream stream = url.openStream()) {
				Map<String, Object> metadata = JsonParserFactory.getJsonParser()
					.parseMap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
				add(metadata.getOrDefault("groups", List.of()), "");
				add(metadata.getOrDefault("properties", List.of()), "type");
			}
		}
	}

	private static void add(Object list, String type) {
		for (Object entry : (List<?>) list) {
			Map<?, ?> named = (Map<?, ?>) entry;
			KNOWN.put((String) named.get("name"), String.valueOf(named.get(type)));
		}
	}

	static Stream<Path> pages() throws IOException {
		return PagesTests.pages()
			.stream()
			.filter((page) -> page.toString().matches("(verification/)?docs/.*|README.md"))
			.map(Path.of("..")::resolve);
	}

	private static boolean exists(String name) {
		if (KNOWN.containsKey(name)) {
			return true;
		}
		if (OF_AN_ELECTION.matcher(name).lookingAt()) {
			String property = name.replaceFirst("^.*[.\\]]", "");
			return property.equals("start") || property.equals("partitions") || KNOWN.containsKey(PREFIX + property);
		}
		String parent = name.substring(0, Math.max(0, name.lastIndexOf('.')));
		return KNOWN.getOrDefault(parent, "").startsWith("java.util.Map");
	}

	@ParameterizedTest
	@MethodSource("pages")
	void propertiesInAPageExist(Path page) throws IOException {
		String text = Files.readString(page);
		assertThat(propertiesIn(text)).allSatisfy((name) -> assertThat(exists(name)).as(name).isTrue());
		for (MatchResult block : YAML.matcher(text).results().toList()) {
			assertThat(names(block.group(1))).filteredOn((name) -> name.startsWith(PREFIX))
				.allSatisfy((name) -> assertThat(exists(name)).as(name).isTrue());
		}
	}

	private static List<String> propertiesIn(String text) {
		return NAME.matcher(text)
			.results()
			.map(MatchResult::group)
			.filter((name) -> !FILE.matcher(name).matches())
			.toList();
	}

	private static List<String> names(String yaml) throws IOException {
		List<String> names = new ArrayList<>();
		for (PropertySource<?> source : new YamlPropertySourceLoader().load("page",
				new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))) {
			Collections.addAll(names, ((EnumerablePropertySource<?>) source).getPropertyNames());
		}
		return names.stream().map((name) -> name.replaceFirst("\\[\\d+]$", "")).toList();
	}

	/** YAML blocks are bound in the tests of the stores' pages. */
	@ParameterizedTest
	@MethodSource("pages")
	void valuesInProseAreOfTheTypeOfTheirProperty(Path page) throws Exception {
		for (MatchResult setting : SETTING.matcher(Files.readString(page)).results().toList()) {
			bind(setting.group(1), setting.group(2));
		}
	}

	@Test
	void valueOfAnotherTypeIsFound() throws Exception {
		bind("mode", "always");
		bind("sslmode", "no property of ours");
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> bind("mode", "sometimes"));
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> bind(PREFIX + "auto-startup", "no way"));
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> bind(PREFIX + "elections.billing.max-term", "long"));
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> bind("management.endpoint.leader.access", "restricted"));
	}

	/**
	 * Binds what is a property of the library, by its full name or without the prefix.
	 */
	private static void bind(String name, String value) throws ClassNotFoundException {
		String property = name.replaceFirst("^(leader-election\\.)?(elections\\.[a-z]+\\.)?", "");
		String type = KNOWN.getOrDefault(PREFIX + property, KNOWN.getOrDefault(name, "null"));
		if (!type.equals("null")) {
			new Binder(new MapConfigurationPropertySource(Map.of("documented.value", value))).bind("documented.value",
					Class.forName(type.replaceFirst("<.*", "")));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "elections", "tasks", "operations" })
	void shortNamesInAPageExist(String page) throws IOException {
		String text = Files.readString(Path.of("..", "docs", page + ".md"));
		assertThat(SHORT_NAME.matcher(text).results().map((match) -> match.group(1))).isNotEmpty()
			.allSatisfy((name) -> assertThat(KNOWN).containsKey(PREFIX + name));
	}

	@Test
	void onlyTheNameOfAFileIsNoProperty() {
		assertThat(propertiesIn("[board](grafana/leader-election.json), `leader-election.yml`")).isEmpty();
		assertThat(propertiesIn("`leader-election.jsons`, `leader-election.local.json`, leader-election.json.path"))
			.containsExactly(PREFIX + "jsons", PREFIX + "local.json", PREFIX + "json.path");
	}

	@Test
	void missingNamesAreDetected() {
		assertThat(exists(PREFIX + "lease-duration")).isTrue();
		assertThat(exists(PREFIX + "local.directory")).isTrue();
		assertThat(exists(PREFIX + "elections.billing.cool-down")).isTrue();
		assertThat(exists(PREFIX + "lease-durations")).isFalse();
		assertThat(exists(PREFIX + "local.folder")).isFalse();
		assertThat(exists(PREFIX + "elections.billing.namespace-of-it")).isFalse();
	}

}
