/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

	/**
	 * Returns descriptors by their names: one in brackets is detected, another
	 * configured.
	 */
	private static LeaseStoreDescriptor[] stores(@Nullable String names) {
		return (names == null) ? new LeaseStoreDescriptor[0]
				: Stream.of(names.split(" ")).map(StoreResolverTests::store).toArray(LeaseStoreDescriptor[]::new);
	}

	private static LeaseStoreDescriptor store(String name) {
		if (name.equals("local")) {
			return LOCAL;
		}
		return name.startsWith("(") ? TestStores.detected(name.substring(1, name.length() - 1))
				: TestStores.configured(name);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			local |            | local redis (jdbc) | MACHINE
			''    |            | local (redis)      | SHARED
			      |            | local              | MACHINE
			local | KUBERNETES | local              | MACHINE
			""")
	void storeIsChosen(@Nullable String backend, @Nullable CloudPlatform platform, String stores, Reach reach) {
		assertThat(resolve(backend, platform, stores(stores))).isEqualTo(reach);
	}

	@Test
	void configuredStoreWinsOverDetectedOne() {
		assertThat(resolve(null, null, LOCAL, TestStores.detected("jdbc"),
				new TestStores("redis", Reach.MACHINE, LeaseStoreDescriptor.Detection.configured("its url"))))
			.isEqualTo(Reach.MACHINE);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					       |            | local (jdbc) (redis) | 'jdbc' (a client of jdbc) and 'redis'  | leader-election.backend
					       |            | local jdbc redis     | leader-election.redis.url is set       | leader-election.backend
					reddis |            | (custom)             | leader-election.backend is 'reddis'    | Did you mean 'redis'? Use one of: custom, local, redis
					etcd   |            |                      | leader-election.backend is 'etcd'      | add the dependency io.leaderelection:leader-election-etcd
					       | KUBERNETES | local                | KUBERNETES                             | leader-election.backend=local
					       |            |                      | no store is on the class path          | leader-election-spring-boot-starter
					""")
	void choiceThatIsNotClearIsRefused(@Nullable String backend, @Nullable CloudPlatform platform,
			@Nullable String stores, String text, String action) {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> resolve(backend, platform, stores(stores)))
			.satisfies((ex) -> assertThat(ex.getDescription()).contains(text))
			.satisfies((ex) -> assertThat(ex.getAction()).contains(action));
	}

	@Test
	void localCausesAWarningUnlessNamed(CapturedOutput output) {
		resolve("local", null, LOCAL);
		assertThat(output).doesNotContain("No store for leader election");
		resolve(null, null, LOCAL);
		assertThat(output).contains("No store for leader election is configured or detected")
			.contains("leader-election.backend");
	}

}
