/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.IOException;
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
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that only the selected store of all those on the class path has beans.
 */
class EachBackendTests {

	@ParameterizedTest
	@CsvSource({ "local,local", "jdbc,jdbc", "postgres,postgres", "redis,redis", "azure-blob,azureblob", "etcd,etcd",
			"zookeeper,zookeeper", "kubernetes,kubernetes", "mongodb,mongodb", "s3,s3", "dynamodb,dynamodb" })
	void onlyTheStoreThatIsNamedHasBeans(String backend, String name) {
		assertThat(stores("--leader-election.backend=" + backend)).containsExactly(name);
	}

	@Test
	void everyStoreHasBeansIfNoneIsNamed() {
		assertThat(stores()).containsExactlyInAnyOrder("local", "jdbc", "postgres", "redis", "azureblob", "etcd",
				"zookeeper", "kubernetes", "mongodb", "s3", "dynamodb");
	}

	/** An editor completes the names of the stores on the class path. */
	@Test
	void suggestedStoresAreTheAvailableOnes() throws IOException {
		try (ConfigurableApplicationContext context = start()) {
			assertThat(suggested())
				.containsExactlyInAnyOrderElementsOf(context.getBeanProvider(LeaseStoreDescriptor.class)
					.stream()
					.map(LeaseStoreDescriptor::name)
					.toList());
		}
	}

	@SuppressWarnings("unchecked")
	private static List<Object> suggested() throws IOException {
		return StorePagesTests.metadata("hints")
			.filter((hint) -> "leader-election.backend".equals(hint.get("name")))
			.flatMap((hint) -> ((List<Map<String, Object>>) hint.get("values")).stream())
			.map((value) -> value.get("value"))
			.toList();
	}

	/** Starts an application without elections, so that no store is opened. */
	private static ConfigurableApplicationContext start(String... arguments) {
		SpringApplication application = new SpringApplication(OpenApplication.Application.class);
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

}
