/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.guard.Contexts;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the properties with which docs/operations.md lets the newest release lead.
 */
class NewestReleaseTests {

	private static final Pattern YAML = Pattern.compile("### The newest release leads\n.*?```yaml\n(.*?)```",
			Pattern.DOTALL);

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	private static String[] documented() throws IOException {
		Matcher block = YAML.matcher(Files.readString(Path.of("..", "docs", "operations.md")));
		assertThat(block.find()).isTrue();
		YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
		yaml.setResources(new ByteArrayResource(block.group(1).getBytes(StandardCharsets.UTF_8)));
		Properties properties = yaml.getObject();
		assertThat(properties).containsEntry("leader-election.priority", "${BUILD_NUMBER:0}")
			.containsEntry("leader-election.preempt-after", "30s");
		List<String> pairs = new ArrayList<>();
		properties.forEach((name, value) -> pairs.add(name + "=" + value));
		return pairs.toArray(String[]::new);
	}

	private ApplicationContextRunner release(String... properties) throws IOException {
		return Contexts.contending(this.memory)
			.withBean(StoreTraits.class, this.memory::traits)
			.withPropertyValues(documented())
			// So that nobody waits for 30 s
			.withPropertyValues("leader-election.preempt-after=100ms", "leader-election.lease-duration=600ms")
			.withPropertyValues(properties);
	}

	private static LeaderElection election(ApplicationContext context) {
		return Contexts.elections(context).get("default");
	}

	@Test
	void newerReleaseTakesOverAndTheOlderOneFollowsARollback() throws IOException {
		ApplicationContextRunner newer = release("BUILD_NUMBER=42");
		release("BUILD_NUMBER=41").run((old) -> {
			Awaitility.await().until(() -> election(old).isLeader());
			newer.run((context) -> {
				Awaitility.await().until(() -> election(context).isLeader());
				assertThat(election(context).status().priority()).isEqualTo(42);
			});
			Awaitility.await().until(() -> election(old).isLeader());
		});
	}

	@Test
	void instanceWithoutABuildNumberYields() throws IOException {
		release().run((context) -> assertThat(election(context).status().priority()).isZero());
	}

}
