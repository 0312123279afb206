/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserChangePasswordRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.Permission;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.Deadline;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.Refusal;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Users, passwords and rights: those that the commands in docs/stores/etcd.md give.
 */
@Tag("server")
@Tag("slow")
class EtcdRightsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	/** As the page names the user and its role. */
	private static final String USER = "orders";

	private static final String ROLE = "elections";

	private static final String PASSWORD = "canary-password";

	private static final ByteString PREFIX = ByteString.copyFromUtf8(EtcdAdmin.PREFIX);

	private final AtomicReference<String> password = new AtomicReference<>(PASSWORD);

	private EtcdServer server;

	private EtcdAdmin admin;

	@BeforeEach
	void startServer() throws Exception {
		this.server = EtcdServer.open();
		this.admin = new EtcdAdmin(this.server.endpoint());
		addRoot("root-canary");
		for (String command : commandsOfThePage()) {
			run(command);
		}
		this.admin.ask(AuthGrpc.getAuthEnableMethod(), AuthEnableRequest.getDefaultInstance());
		this.admin.login("root", "root-canary");
	}

	@AfterEach
	void stopServer() {
		this.server.close();
	}

	private void addRoot(String password) {
		this.admin.ask(AuthGrpc.getUserAddMethod(),
				AuthUserAddRequest.newBuilder().setName("root").setPassword(password).build());
		this.admin.ask(AuthGrpc.getRoleAddMethod(), AuthRoleAddRequest.newBuilder().setName("root").build());
		this.admin.ask(AuthGrpc.getUserGrantRoleMethod(),
				AuthUserGrantRoleRequest.newBuilder().setUser("root").setRole("root").build());
	}

	private static List<String> commandsOfThePage() throws IOException {
		Matcher rights = Pattern.compile("^```\\n(etcdctl .*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "etcd.md")));
		assertThat(rights.find()).isTrue();
		return rights.group(1).lines().toList();
	}

	private String run(String command) throws IOException, InterruptedException {
		// At a terminal it asks for the password twice
		String line = command.replaceFirst("^etcdctl user add .*", "echo " + PASSWORD + " | $0 --interactive=false");
		ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).redirectErrorStream(true);
		builder.environment().put("ETCDCTL_ENDPOINTS", this.server.endpoint());
		Process process = builder.start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as("%s: %s (etcdctl is in the package etcd-client)", line, output).isZero();
		return output;
	}

	private void grantPrefix(Permission.Type type) {
		this.admin.ask(AuthGrpc.getRoleGrantPermissionMethod(), AuthRoleGrantPermissionRequest.newBuilder()
			.setName(ROLE)
			.setPerm(Permission.newBuilder().setPermType(type).setKey(PREFIX).setRangeEnd(EtcdKeys.endOf(PREFIX)))
			.build());
	}

	private TestCandidate open(String prefix) {
		return new TestCandidate(factory(prefix).open(), "candidate", LEASE);
	}

	private EtcdLeaseStoreFactory factory(String prefix) {
		EtcdTarget target = new EtcdTarget(List.of(URI.create(this.server.endpoint())),
				() -> new EtcdCredentials(USER, this.password.get()), null);
		return EtcdLeaseStoreFactory.builder(target).keyPrefix(prefix).build();
	}

	@Test
	void rightsOfThePageSuffice() throws Exception {
		try (TestCandidate leader = open(EtcdAdmin.PREFIX); TestCandidate follower = open(EtcdAdmin.PREFIX)) {
			WatchedNotifications notifications = follower.watch();
			leader.win("e");
			String login = " --user " + USER + ":" + PASSWORD;
			assertThat(run("etcdctl get --prefix " + EtcdAdmin.PREFIX + login)).contains("/e/record\n", "\ncandidate=");
			assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(leader.release("e")).isEqualTo(new Outcome.Released());
			notifications.await("notification e");
			follower.win("e");
			List<Outcome.OfObserve> both = leader.store()
				.observe(List.of(TestCandidate.key("e"), TestCandidate.key("other")), LEASE);
			assertThat(both.get(0)).isInstanceOf(Outcome.Leased.class);
			assertThat(both.get(1)).isInstanceOf(Outcome.Free.class);
		}
	}

	@Test
	void rule11NothingIsSentAfterTheDeadlineOfACallThatWaitsForTheLogin() throws Exception {
		ByteString key = PREFIX.concat(ByteString.copyFromUtf8("late"));
		try (TcpProxy proxy = TcpProxy.to(this.server.port())) {
			URI endpoint = URI.create("http://127.0.0.1:" + proxy.port());
			EtcdTarget target = new EtcdTarget(List.of(endpoint), () -> new EtcdCredentials(USER, PASSWORD), null);
			EtcdSession session = new EtcdSession(target, endpoint);
			proxy.blackHole();
			CompletableFuture<?> login = session.login(TimeUnit.MINUTES.toNanos(1));
			CompletableFuture<?> late = session.ask(KVGrpc.getPutMethod(), PutRequest.newBuilder().setKey(key).build(),
					TimeUnit.MILLISECONDS.toNanos(100));
			Deadline after = Deadline.after(200, TimeUnit.MILLISECONDS);
			Awaitility.await().until(after::isExpired);
			proxy.heal();
			assertThat(login).succeedsWithin(TestCandidate.PATIENCE);
			assertThat(late).failsWithin(TestCandidate.PATIENCE)
				.withThrowableThat()
				.withMessageContaining("DEADLINE_EXCEEDED");
			session.end();
		}
		RangeRequest read = RangeRequest.newBuilder().setKey(key).build();
		assertThat(this.admin.ask(KVGrpc.getRangeMethod(), read).getKvsList()).isEmpty();
	}

	@Test
	void keysOutsideThePrefixAreDeniedWithARemedy() {
		try (TestCandidate candidate = open("elsewhere/")) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.acquire("e"))
				.withMessageContaining("permission denied")
				.withMessageContaining("leader-election.etcd.key-prefix")
				.withMessageContaining("role grant-permission");
		}
	}

	@Test
	void revokedRightEndsTheTermUntilGrantedAgain() throws Exception {
		Refusal.endsTheTermUntilItIsTakenBack(factory(EtcdAdmin.PREFIX), () -> grantPrefix(Permission.Type.READ),
				() -> grantPrefix(Permission.Type.READWRITE));
	}

	@Test
	void wrongPasswordIsReportedButNotShown() {
		this.password.set("wrong-canary");
		try (TestCandidate candidate = open(EtcdAdmin.PREFIX)) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.acquire("e"))
				.withMessageContaining("authentication failed")
				.withMessageContaining("Correct leader-election.etcd.username")
				.satisfies((failure) -> assertThat(failure.toString()).doesNotContain("canary"));
			this.password.set(PASSWORD);
			candidate.win("e");
		}
	}

	@Test
	void credentialsAreReadAgainWhenTheLoginIsLost() {
		try (TestCandidate leader = open(EtcdAdmin.PREFIX)) {
			leader.win("e");
			this.admin.ask(AuthGrpc.getUserChangePasswordMethod(),
					AuthUserChangePasswordRequest.newBuilder().setName(USER).setPassword("rotated").build());
			this.password.set("rotated");
			this.server.kill();
			this.server.start();
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void missingLoginIsReported() {
		try (TestCandidate candidate = new TestCandidate(
				EtcdLeaseStoreFactory.builder(EtcdTarget.of(List.of(URI.create(this.server.endpoint()))))
					.build()
					.open(),
				"candidate", LEASE)) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.acquire("e"))
				.withMessageContaining("Set leader-election.etcd.username");
		}
	}

	@Test
	void unneededLoginIsReported() {
		try (EtcdServer open = EtcdServer.open();
				TestCandidate candidate = new TestCandidate(EtcdLeaseStoreFactory
					.builder(new EtcdTarget(List.of(URI.create(open.endpoint())),
							() -> new EtcdCredentials(USER, PASSWORD), null))
					.build()
					.open(), "candidate", LEASE)) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.acquire("e"))
				.withMessageContaining("Remove leader-election.etcd.username");
		}
	}

}
