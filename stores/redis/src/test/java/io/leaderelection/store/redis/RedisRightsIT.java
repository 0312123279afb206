/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.Refusal;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests users, passwords and permissions.
 */
@Tag("slow")
class RedisRightsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final String PASSWORD = "canary-password";

	private final AtomicReference<String> password = new AtomicReference<>(PASSWORD);

	@AutoClose
	private final RedisServer server = RedisServer.open();

	private final RedisCommands<String, String> admin = AdminConnections.to(this.server);

	@BeforeEach
	void allow() {
		// As the failure message and the documentation describe
		acl("reset on >" + PASSWORD + " " + RedisFailures.RIGHTS.replace("<key-prefix>", RedisRecords.PREFIX));
	}

	@Test
	void documentedPermissionsSuffice() throws Exception {
		Matcher page = Pattern.compile("^ACL SETUSER app (on >password (.*))$", Pattern.MULTILINE)
			.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "redis.md")));
		assertThat(page.find()).isTrue();
		assertThat(page.group(2))
			.isEqualTo(RedisFailures.RIGHTS.replace("<key-prefix>", RedisRecords.PREFIX).replaceFirst(", and .*", ""));
		acl("reset");
		acl(page.group(1));
		this.password.set("password");
		try (TestCandidate leader = open(true); TestCandidate follower = open(false)) {
			WatchedNotifications notifications = follower.watch();
			leader.win("e");
			assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(leader.release("e")).isEqualTo(new Outcome.Released());
			notifications.await("notification e");
			assertThat(follower.observe("e")).isInstanceOf(Outcome.Free.class);
			assertThat(follower.acquire("young").getClass()).isEqualTo(Outcome.Granted.class);
		}
		assertThat(this.admin.aclLog()).as("what was denied").isEmpty();
	}

	@Test
	void withoutInfoTheFirstWinnerWaitsForAWholeLease() {
		acl("-info");
		try (TestCandidate candidate = open(false)) {
			assertThat(candidate.win("e").notBefore()).isEqualTo(LEASE);
		}
	}

	@Test
	void releaseWorksWithoutTheChannel() {
		acl("resetchannels");
		try (TestCandidate candidate = open(true)) {
			candidate.win("e");
			assertThat(candidate.release("e")).isEqualTo(new Outcome.Released());
			assertThat(candidate.observe("e")).isInstanceOf(Outcome.Free.class);
		}
	}

	@Test
	void revokedPermissionIsUnknownAndNamed() {
		try (TestCandidate leader = open(true)) {
			leader.win("e");
			acl("-evalsha");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> leader.renew("e"))
				.withMessageContaining("+evalsha");
			acl("+evalsha -hset");
			assertThat(leader.renew("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
					(unknown) -> assertThat(unknown.cause()).hasMessageContaining("+hset"));
			acl("+hset resetkeys");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> leader.renew("e"))
				.withMessageContaining("~<key-prefix>*");
			acl("~" + RedisRecords.PREFIX + "*");
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void aUserDeletedWhileLeadingIsFoundAgain() {
		try (TestCandidate leader = open(true)) {
			leader.win("e");
			this.admin.aclDeluser("app");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> leader.renew("e"));
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> leader.renew("e"))
				.withMessageContaining("user name and password");
			acl("reset on >" + PASSWORD + " " + RedisFailures.RIGHTS.replace("<key-prefix>", RedisRecords.PREFIX));
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void wrongPasswordIsReportedWithoutShowingIt() {
		this.password.set("wrong-canary");
		try (TestCandidate candidate = open(true)) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.acquire("e"))
				.withMessageContaining("WRONGPASS")
				.withMessageContaining("Correct the user name and password")
				.satisfies((failure) -> assertThat(failure.toString()).doesNotContain("canary"));
		}
	}

	@Test
	void credentialsAreReadAgainAtEachConnect() {
		try (TestCandidate candidate = open(true)) {
			candidate.win("e");
			acl("resetpass >rotated");
			this.password.set("rotated");
			this.admin.clientKill(io.lettuce.core.KillArgs.Builder.user("app"));
			assertThat(candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void missingLoginIsReported() {
		this.admin.configSet("requirepass", "another-canary");
		this.admin.auth("another-canary");
		RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, this.server.port()));
		try (TestCandidate candidate = new TestCandidate(RedisLeaseStoreFactory.builder(target).build().open(), "c",
				LEASE)) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.acquire("e"))
				.withMessageContaining("NOAUTH")
				.withMessageContaining("user name and password");
		}
	}

	private void acl(String rules) {
		CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("app");
		for (String rule : rules.replace(", and ", " ").replaceAll(" if .*", "").split(" ")) {
			arguments.add(rule);
		}
		assertThat(this.admin.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments))
			.isEqualTo("OK");
		Awaitility.await().until(() -> this.admin.aclList().stream().anyMatch((user) -> user.contains("user app")));
	}

	@Test
	void revokedRightEndsTheTermUntilGrantedAgain() throws Exception {
		Refusal.endsTheTermUntilItIsTakenBack(factory(true), () -> acl("-hset"), () -> acl("+hset"));
	}

	private TestCandidate open(boolean assumeFresh) {
		return new TestCandidate(factory(assumeFresh).open(), "candidate", LEASE);
	}

	private RedisLeaseStoreFactory factory(boolean assumeFresh) {
		RedisURI uri = RedisURI.create(Loopback.HOST, this.server.port());
		uri.setCredentialsProvider(
				RedisCredentialsProvider.from(() -> RedisCredentials.just("app", this.password.get())));
		return RedisLeaseStoreFactory.builder(RedisTarget.of(uri)).assumeFresh(assumeFresh).build();
	}

}
