/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.Set;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class StoreResolverTests {

	private static final LeaseStoreDescriptor LOCAL = TestStores.local();

	private static Reach resolve(@Nullable String backend, @Nullable CloudPlatform platform,
			LeaseStoreDescriptor... descriptors) {
		return new StoreResolver(List.of(descriptors), () -> Set.of("redis", "local"), () -> platform).resolve(backend)
			.reach();
	}

	private static void assertRefused(String text, String action, @Nullable String backend,
			@Nullable CloudPlatform platform, LeaseStoreDescriptor... descriptors) {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> resolve(backend, platform, descriptors))
			.satisfies((ex) -> assertThat(ex.getDescription()).contains(text))
			.satisfies((ex) -> assertThat(ex.getAction()).contains(action));
	}

	@Test
	void namedStoreWinsOverAllOthers() {
		assertThat(resolve("local", null, LOCAL, TestStores.configured("redis"), TestStores.detected("jdbc")))
			.isEqualTo(Reach.MACHINE);
	}

	@Test
	void configuredStoreWinsOverDetectedOne() {
		assertThat(resolve(null, null, LOCAL, TestStores.detected("jdbc"),
				new TestStores("redis", Reach.MACHINE, LeaseStoreDescriptor.Detection.configured("its url"))))
			.isEqualTo(Reach.MACHINE);
	}

	@Test
	void singleDetectedStoreIsUsed() {
		assertThat(resolve("", null, LOCAL, TestStores.detected("redis"))).isEqualTo(Reach.SHARED);
	}

	@Test
	void twoDetectedStoresAreRefusedByName() {
		assertRefused("'jdbc' (a client of jdbc) and 'redis'", "leader-election.backend", null, null, LOCAL,
				TestStores.detected("jdbc"), TestStores.detected("redis"));
	}

	@Test
	void twoConfiguredStoresAreRefusedByName() {
		assertRefused("leader-election.redis.url is set", "leader-election.backend", null, null, LOCAL,
				TestStores.configured("jdbc"), TestStores.configured("redis"));
	}

	@Test
	void refusalOfAnUnknownStoreNamesTheKnownOnes() {
		assertRefused("leader-election.backend is 'reddis'", "Did you mean 'redis'? Use one of: custom, local, redis",
				"reddis", null, TestStores.detected("custom"));
	}

	@Test
	void storeWithoutItsArtifactIsRefusedNamingIt() {
		assertRefused("leader-election.backend is 'etcd'", "add the dependency io.leaderelection:leader-election-etcd",
				"etcd", null);
	}

	@Test
	void localIsTheFallbackWithAWarning(CapturedOutput output) {
		assertThat(resolve(null, null, LOCAL)).isEqualTo(Reach.MACHINE);
		assertThat(output).contains("No store for leader election is configured or detected")
			.contains("leader-election.backend");
	}

	@Test
	void namedLocalStoreGivesNoWarning(CapturedOutput output) {
		resolve("local", null, LOCAL);
		assertThat(output).doesNotContain("No store for leader election");
	}

	@Test
	void fallbackIsRefusedOnACloudPlatform() {
		assertRefused("KUBERNETES", "leader-election.backend=local", null, CloudPlatform.KUBERNETES, LOCAL);
	}

	@Test
	void namedLocalStoreIsUsedOnACloudPlatform() {
		assertThat(resolve("local", CloudPlatform.KUBERNETES, LOCAL)).isEqualTo(Reach.MACHINE);
	}

	@Test
	void noStoreAtAllIsRefused() {
		assertRefused("no store is on the class path", "leader-election-spring-boot-starter", null, null);
	}

}
