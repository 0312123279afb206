/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.servers.Loopback;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisLeaseStoreFactory} without a server, because opening a store does
 * not connect.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisLeaseStoreFactoryTests {

	private static final String PROPERTY = "leader-election.redis.wait-replicas";

	static List<RedisTarget> failingOver() {
		RedisURI sentinel = RedisURI.Builder.sentinel(Loopback.HOST, 1, "orders").build();
		return List.of(RedisTarget.of(sentinel), RedisTarget.cluster(List.of(uri())));
	}

	@ParameterizedTest
	@MethodSource("failingOver")
	void failoverWithoutWaitReplicasIsLoggedOnce(RedisTarget target, CapturedOutput output) {
		RedisLeaseStoreFactory.builder(target).build().open().close();
		assertThat(output.toString().lines().filter((line) -> line.contains(PROPERTY))).singleElement()
			.asString()
			.contains("INFO", target.toString());
	}

	@ParameterizedTest
	@MethodSource("failingOver")
	void failoverWithWaitReplicasIsNotLogged(RedisTarget target, CapturedOutput output) {
		RedisLeaseStoreFactory.builder(target).waitReplicas(1).build().open().close();
		assertThat(output).doesNotContain(PROPERTY);
	}

	@Test
	void singleServerIsNotLogged(CapturedOutput output) {
		RedisLeaseStoreFactory.builder(RedisTarget.of(uri())).build().open().close();
		assertThat(output).doesNotContain(PROPERTY);
	}

	private static RedisURI uri() {
		return RedisURI.create(Loopback.HOST, 1);
	}

}
