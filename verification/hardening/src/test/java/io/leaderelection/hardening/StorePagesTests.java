/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

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
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the pages of the stores and of configuration match the code, and that an
 * application starts with the YAML of any page.
 */
class StorePagesTests {

	private static final Path DOCS = Path.of("..", "..", "docs");

	private static final Pattern YAML = Pattern.compile("^```yaml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	/** How a block of Kubernetes begins, in place of configuration. */
	private static final String RULES = "rules:";

	private static final Pattern ROW = Pattern.compile("^\\| (`[^|]*) \\|", Pattern.MULTILINE);

	/**
	 * Properties that each page leaves to the application or its platform. No store is
	 * opened.
	 */
	private static final Map<String, Object> AROUND = Map.of("leader-election.mode", "never",
			"leader-election.namespace", "orders", "DATABASE_PASSWORD", "secret", "REDIS_PASSWORD", "secret",
			"ETCD_PASSWORD", "secret", "spring.ssl.bundle.pem.etcd.protocol", "TLSv1.3",
			"leader-election.kubernetes.namespace", "orders", "spring.datasource.url",
			"jdbc:postgresql://database/orders");

	@ParameterizedTest
	@ValueSource(strings = { "local", "jdbc", "postgres", "redis", "azure-blob", "etcd", "zookeeper", "kubernetes",
			"mongodb", "s3", "dynamodb" })
	void pageHasTheHeadingsOfAllOthers(String store) throws IOException {
		assertThat(page(store).lines().filter((line) -> line.startsWith("## "))).containsExactly("## Dependency",
				"## Minimal configuration", "## How it keeps others out", "## Rights", "## What it may lose",
				"## Tuning");
	}

	/** Another test checks azure-blob, because it needs Spring Cloud Azure. */
	@ParameterizedTest
	@ValueSource(strings = { "local", "jdbc", "postgres", "redis", "etcd", "zookeeper", "kubernetes", "mongodb", "s3",
			"dynamodb" })
	void minimalConfigurationSelectsTheStore(String store, @TempDir Path directory) throws IOException {
		String yaml = YAML.matcher(page(store)).results().findFirst().orElseThrow().group(1);
		try (ConfigurableApplicationContext context = run(yaml, directory)) {
			LeaseStoreDescriptor descriptor = context.getBeanProvider(LeaseStoreDescriptor.class)
				.stream()
				.filter((candidate) -> candidate.name().equals(store))
				.findFirst()
				.orElseThrow();
			assertThat(yaml.contains("backend: " + store) || descriptor.detect().strength() != Strength.NONE)
				.as("selected or detected")
				.isTrue();
			assertThat(descriptor.factory()).isNotNull();
		}
	}

	/** A value of a wrong type, a name below an election that binds to nothing. */
	@ParameterizedTest
	@MethodSource("configurations")
	void applicationStartsWithTheConfigurationOnAPage(String yaml, @TempDir Path directory) throws IOException {
		try (ConfigurableApplicationContext context = run(yaml, directory)) {
			assertThat(context.isRunning()).isTrue();
		}
	}

	static Stream<Named<String>> configurations() throws IOException {
		List<Path> pages;
		try (Stream<Path> files = Files.walk(DOCS)) {
			pages = Stream.concat(Stream.of(DOCS.resolveSibling("README.md")), files.sorted())
				.filter((file) -> file.toString().endsWith(".md"))
				.toList();
		}
		List<Named<String>> blocks = new ArrayList<>();
		for (Path page : pages) {
			YAML.matcher(Files.readString(page))
				.results()
				.map((block) -> block.group(1))
				.filter((block) -> !block.startsWith(RULES))
				.forEach((block) -> blocks.add(Named.of(DOCS.relativize(page).toString(), block)));
		}
		return blocks.stream();
	}

	private static ConfigurableApplicationContext run(String yaml, Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("application.yml"), yaml);
		SpringApplication application = new SpringApplication(OpenApplication.Application.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setDefaultProperties(AROUND);
		return application.run("--spring.config.location=" + file.toUri());
	}

	@Test
	void kubernetesManifestMatchesThePage() throws IOException {
		String rules = YAML.matcher(page("kubernetes"))
			.results()
			.map((block) -> block.group(1))
			.filter((block) -> block.startsWith(RULES))
			.findFirst()
			.orElseThrow();
		assertThat(resource("META-INF/leader-election/kubernetes-rbac.yaml")).contains(rules);
	}

	@Test
	void grantsOfThePageMatchTheScript() throws IOException {
		String statements = resource("io/leaderelection/store/jdbc/grants.sql").replaceAll("(?m)^--.*\\n", "");
		assertThat(page("jdbc")).contains("```sql\n" + statements + "```");
	}

	@Test
	void everyPropertyIsInATableWithItsDefault() throws IOException {
		Map<String, String> defaults = new TreeMap<>();
		metadata("properties").forEach((property) -> {
			String name = (String) property.get("name");
			if (name.startsWith("leader-election.") && !name.equals("leader-election.elections")) {
				assertThat((String) property.get("description")).as(name).isNotBlank().endsWith(".");
				defaults.put(name.substring("leader-election.".length()),
						String.valueOf(property.getOrDefault("defaultValue", "")));
			}
		});
		String page = Files.readString(DOCS.resolve("configuration.md"));
		List<String> documented = documented(page);
		assertThat(defaults).hasSizeGreaterThan(40);
		assertThat(documented).containsAll(defaults.keySet());
		assertThat(documented)
			.filteredOn((name) -> !name.startsWith("management.") && !name.startsWith("elections.<name>"))
			.isSubsetOf(defaults.keySet());
		defaults.forEach((name, value) -> {
			if (value.matches("[a-z/-][a-z_:/-]+|\\d+")) {
				assertThat(page.lines().filter((line) -> line.contains("`" + name + "` |"))).as("%s: %s", name, value)
					.anySatisfy((row) -> assertThat(row).contains("`" + value));
			}
		});
	}

	/** Returns the names in first cells; {@code .name} continues the previous one. */
	private static List<String> documented(String page) {
		List<String> names = new ArrayList<>();
		for (String cell : ROW.matcher(page).results().map((row) -> row.group(1)).toList()) {
			for (String name : cell.split(", ")) {
				String bare = name.replace("`", "").replaceFirst("\\.\\*$", "");
				names.add(
						bare.startsWith(".") ? names.get(names.size() - 1).replaceFirst("\\.[^.]*$", "") + bare : bare);
			}
		}
		return names;
	}

	/** Returns the entries of a list in the metadata of all modules. */
	@SuppressWarnings("unchecked")
	static Stream<Map<String, Object>> metadata(String list) throws IOException {
		List<Map<String, Object>> entries = new ArrayList<>();
		for (URL url : Collections
			.list(StorePagesTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream stream = url.openStream()) {
				entries.addAll((List<Map<String, Object>>) JsonParserFactory.getJsonParser()
					.parseMap(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
					.getOrDefault(list, List.of()));
			}
		}
		return entries.stream();
	}

	private static String page(String store) throws IOException {
		return Files.readString(DOCS.resolve("stores").resolve(store + ".md"));
	}

	private static String resource(String name) throws IOException {
		try (InputStream stream = StorePagesTests.class.getClassLoader().getResourceAsStream(name)) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
