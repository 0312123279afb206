/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests applications that have the store on their class path.
 */
class FolderApplicationTests {

	private static final String BACKEND = "--leader-election.backend=folder";

	@TempDir
	Path folder;

	@Test
	void applicationLeadsInTheStoreThatItNames() throws InterruptedException {
		assertLeads(run(BACKEND, path()));
	}

	@Test
	void applicationLeadsInTheStoreThatItConfigures() throws InterruptedException {
		assertLeads(run(path()));
	}

	@Test
	void storeWithoutAFolderIsRefused() {
		assertThatException().isThrownBy(() -> run(BACKEND))
			.havingRootCause()
			.withMessageContaining("does not know its folder");
	}

	private static void assertLeads(ConfigurableApplicationContext application) throws InterruptedException {
		try (application) {
			LeaderElections elections = application.getBean(LeaderElections.class);
			assertThat(elections.backend().type()).isEqualTo("folder");
			assertThat(elections.get("default").awaitLeader(Duration.ofMinutes(1))).isTrue();
		}
	}

	private String path() {
		return "--leader-election.folder.path=" + this.folder;
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		return application.run(arguments);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
