/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.NotificationFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("server")
@Tag("slow")
class RedisNetworkFaultsIT extends NotificationFaultsContract {

	@AutoClose
	private static final RedisServer server = RedisServer.open();

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return RedisStoreContract.factory(port);
	}

	@Test
	void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, this.candidate);
	}

	@Test
	void checkpointIsSentAgainAfterALostAnswer() {
		CheckpointTraffic.assertLostAnswerIsAskedForAgain(this.proxy, this.candidate);
	}

	@Test
	void commandsOfALostConnectionAreNotSentAgain() {
		this.candidate.win(this.election);
		this.candidate.renew(this.election);
		long before = scriptCalls();
		for (int i = 0; i < 5; i++) {
			this.proxy.cutNextAnswer();
			failure(() -> this.candidate.renew(this.election));
			// Connects again, so that commands would be sent again now
			assertThat(this.candidate.observe(this.election)).isInstanceOf(Outcome.Leased.class);
		}
		assertThat(scriptCalls() - before).as("scripts run for 5 renewals and 5 observations").isEqualTo(10);
	}

	private static long scriptCalls() {
		try (RedisRecords records = RedisRecords.of(RedisURI.create(Loopback.HOST, server.port()))) {
			Matcher calls = Pattern.compile("cmdstat_evalsha:calls=(\\d+)")
				.matcher(records.commands().info("commandstats"));
			assertThat(calls.find()).isTrue();
			return Long.parseLong(calls.group(1));
		}
	}

}
