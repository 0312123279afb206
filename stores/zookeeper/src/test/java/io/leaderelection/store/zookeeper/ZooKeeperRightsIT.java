/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeperMain;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A user that has the rights of docs/stores/zookeeper.md on a root node of somebody else,
 * and no others; and one that has fewer.
 */
@Tag("server")
class ZooKeeperRightsIT {

	private static final Duration LEASE = Duration.ofSeconds(15);

	private static final String ROOT = ZooKeeperLeaseStoreFactory.DEFAULT_ROOT;

	private static final String ADMIN = "admin:secret";

	private static final String LOGIN = "orders:canary";

	@AutoClose
	private final TestingServer server = Ensembles.start();

	private CuratorFramework admin;

	@BeforeEach
	void connectAdmin() {
		this.admin = CuratorFrameworkFactory.builder()
			.connectString(this.server.getConnectString())
			.retryPolicy(new RetryOneTime(100))
			.authorization("digest", ADMIN.getBytes(StandardCharsets.UTF_8))
			.build();
		this.admin.start();
	}

	@AfterEach
	void closeAdmin() {
		this.admin.close();
	}

	/** Makes the root node, or changes who may do what to it. */
	private void allow(int rights) throws Exception {
		List<ACL> acl = List.of(new ACL(Perms.ALL, digest(ADMIN)), new ACL(rights, digest(LOGIN)));
		if (this.admin.checkExists().forPath(ROOT) == null) {
			this.admin.create().withACL(acl).forPath(ROOT);
		}
		else {
			this.admin.setACL().withACL(acl).forPath(ROOT);
		}
	}

	/** Makes the root node by the command on the page, in ZooKeeper's own shell. */
	private void allowAsOnThePage() throws Exception {
		Matcher rights = Pattern.compile("^```\\n(create .*)\\n```$", Pattern.MULTILINE)
			.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "zookeeper.md")));
		assertThat(rights.find()).isTrue();
		String command = rights.group(1)
			.replace("digest:admin:<hash>:", "digest:" + DigestAuthenticationProvider.generateDigest(ADMIN) + ":")
			.replace("digest:orders:<hash>:", "digest:" + DigestAuthenticationProvider.generateDigest(LOGIN) + ":");
		assertThat(command).doesNotContain("<");
		Process shell = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), ZooKeeperMain.class.getName(), "-server",
				this.server.getConnectString())
			.redirectErrorStream(true)
			.start();
		shell.outputWriter().append(command).append("\nquit\n").close();
		String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(shell.waitFor()).as(output).isZero();
		assertThat(output).contains("Created " + ROOT);
	}

	private static Id digest(String login) throws Exception {
		return new Id("digest", DigestAuthenticationProvider.generateDigest(login));
	}

	private TestCandidate open(String name) {
		return new TestCandidate(ZooKeeperLeaseStoreFactory.builder(this.server.getConnectString())
			.sessionTimeout(LEASE)
			.digest("orders", "canary")
			.build()
			.open(), name, LEASE);
	}

	@Test
	void rightsOfThePageSuffice() throws Exception {
		allowAsOnThePage();
		try (TestCandidate leader = open("leader"); TestCandidate follower = open("follower")) {
			leader.win("e");
			WatchedNotifications notifications = follower.watch();
			assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(leader.release("e")).isEqualTo(new Outcome.Released());
			notifications.await("notification e");
			follower.win("e");
		}
	}

	@Test
	void createdNodesBelongToTheUserAlone() throws Exception {
		allowAsOnThePage();
		try (TestCandidate leader = open("leader")) {
			leader.win("e");
			String record = new NodePaths(ROOT).record(TestCandidate.key("e"));
			assertThatExceptionOfType(KeeperException.NoAuthException.class)
				.isThrownBy(() -> this.admin.getData().forPath(record));
			assertThatExceptionOfType(KeeperException.NoAuthException.class)
				.isThrownBy(() -> this.admin.setData().forPath(record, new byte[0]));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, Perms.READ, Perms.WRITE | Perms.DELETE })
	void missingCreateRightIsReportedAndNobodyLeads(int rights) throws Exception {
		allow(rights);
		try (TestCandidate candidate = open("leader")) {
			assertThat(candidate.acquire("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
					(unknown) -> assertThat(unknown.cause()).hasMessageContaining("NOAUTH")
						.hasMessageContaining("create")
						.hasMessageNotContaining("canary"));
			allow(Perms.CREATE);
			candidate.win("e");
		}
	}

}
