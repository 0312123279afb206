/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.test.LeaderElectionTestAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Configuration that the pages on migration show is accepted, and made of properties that
 * exist.
 */
class MigratedConfigurationTests {

	private static final Pattern BLOCK = Pattern.compile("^```yaml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	/** The texts of all pages on migration. */
	static Stream<String> pages() throws IOException {
		List<String> pages = new ArrayList<>();
		try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("..", "docs", "migration"), "*.md")) {
			for (Path file : files) {
				pages.add(Files.readString(file));
			}
		}
		return pages.stream();
	}

	static Stream<String> blocks() throws IOException {
		return pages().flatMap((page) -> BLOCK.matcher(page).results()).map((block) -> block.group(1));
	}

	@Test
	void pagesShowConfiguration() throws IOException {
		assertThat(blocks()).hasSizeGreaterThanOrEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("blocks")
	void applicationStartsWithIt(String block) {
		ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
			.of(LeaderElectionAutoConfiguration.class, LeaderElectionTestAutoConfiguration.class));
		for (String name : properties(block).stringPropertyNames()) {
			runner = runner.withPropertyValues(name + "=" + properties(block).getProperty(name));
		}
		runner.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@MethodSource("blocks")
	void propertiesExist(String block) throws IOException {
		String metadata = new String(LeaderElectionAutoConfiguration.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")
			.readAllBytes(), StandardCharsets.UTF_8);
		assertThat(properties(block).stringPropertyNames()).isNotEmpty()
			.map((name) -> name.replaceFirst("\\.elections\\.[^.]+\\.", "."))
			.allSatisfy((name) -> assertThat(metadata).contains("\"name\": \"" + name + "\""));
	}

	private static Properties properties(String block) {
		YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
		yaml.setResources(new ByteArrayResource(block.getBytes(StandardCharsets.UTF_8)));
		return yaml.getObject();
	}

}
