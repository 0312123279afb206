/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests that only the selected store of all those on the class path has beans.
 */
class EachBackendTests {

	@ParameterizedTest
	@CsvSource({ "local,local", "jdbc,jdbc", "postgres,postgres", "redis,redis", "azure-blob,azureblob", "etcd,etcd",
			"zookeeper,zookeeper", "kubernetes,kubernetes" })
	void onlyTheStoreThatIsNamedHasBeans(String backend, String name) {
		assertThat(stores("--leader-election.backend=" + backend)).containsExactly(name);
	}

	@Test
	void everyStoreHasBeansIfNoneIsNamed() {
		assertThat(stores()).containsExactlyInAnyOrder("local", "jdbc", "postgres", "redis", "azureblob", "etcd",
				"zookeeper", "kubernetes");
	}

	@Test
	void unknownStoreIsRefusedWithTheListOfAll() {
		SpringApplication application = new SpringApplication(Nothing.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		assertThatException()
			.isThrownBy(
					() -> application.run("--leader-election.backend=reddis", "--leader-election.namespace=backends"))
			.havingRootCause()
			.withMessageContaining(
					"Did you mean 'redis'? Use one of: azure-blob, etcd, jdbc, kubernetes, local, postgres, redis, zookeeper");
	}

	/** An editor completes the names of the stores on the class path. */
	@Test
	void suggestedStoresAreTheAvailableOnes() throws IOException {
		try (ConfigurableApplicationContext context = start()) {
			List<String> names = context.getBeanProvider(LeaseStoreDescriptor.class)
				.stream()
				.map(LeaseStoreDescriptor::name)
				.toList();
			assertThat(suggested()).containsExactlyInAnyOrderElementsOf(names);
		}
	}

	/** From all files on the class path, including those of the stores. */
	@SuppressWarnings("unchecked")
	private static List<String> suggested() throws IOException {
		List<String> suggested = new ArrayList<>();
		for (URL url : Collections.list(
				EachBackendTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			Map<String, Object> metadata;
			try (InputStream stream = url.openStream()) {
				metadata = JsonParserFactory.getJsonParser()
					.parseMap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
			}
			((List<Map<String, Object>>) metadata.getOrDefault("hints", List.of())).stream()
				.filter((notification) -> "leader-election.backend".equals(notification.get("name")))
				.flatMap((notification) -> ((List<Map<String, Object>>) notification.get("values")).stream())
				.forEach((value) -> suggested.add((String) value.get("value")));
		}
		return suggested;
	}

	/** Starts an application without elections, so that no store is opened. */
	private static ConfigurableApplicationContext start(String... arguments) {
		SpringApplication application = new SpringApplication(Nothing.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application
			.setDefaultProperties(Map.of("leader-election.mode", "never", "spring.application.name", "backends"));
		return application.run(arguments);
	}

	private static List<String> stores(String... arguments) {
		try (ConfigurableApplicationContext context = start(arguments)) {
			return Stream.of(context.getBeanDefinitionNames())
				.map(context::getType)
				.filter(Objects::nonNull)
				.map((type) -> ClassUtils.getUserClass(type).getName())
				.filter((type) -> type.endsWith("LeaseStoreAutoConfiguration"))
				.map((type) -> type.split("\\.")[3])
				.toList();
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Nothing {

	}

}
