/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.MissingRightException;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys and policies on moto, which checks the actions of a policy and not its resource.
 */
@Tag("server")
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class DynamoDbRightsIT {

	private static final Pattern POLICY = Pattern.compile("^```json\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Duration LEASE = Duration.ofMinutes(5);

	@AutoClose
	private static final DynamoServer server = Items.withTable(DynamoServer.openMoto());

	@BeforeEach
	void removeRights() throws IOException {
		server.restrict(policy().replace("dynamodb:", "sqs:"));
	}

	/** Returns the policy on the page. */
	private static String policy() throws IOException {
		Matcher page = POLICY.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "dynamodb.md")));
		assertThat(page.find()).isTrue();
		assertThat(page.group(1)).contains(":table/" + DynamoDbLeaseStoreFactory.DEFAULT_TABLE + "\"");
		return page.group(1).replaceFirst("arn:aws:dynamodb:[^\"]*", "*");
	}

	/** Allows all actions on the page but one. */
	private static void allowAllBut(String action) throws IOException {
		String policy = policy();
		assertThat(policy).contains("\"dynamodb:" + action + "\"");
		server.restrict(policy.replace("\"dynamodb:" + action + "\"", "\"sqs:" + action + "\""));
	}

	private static LeaseStore store(String accessKey, String secretKey, String table, boolean creates) {
		return DynamoDbLeaseStoreFactory.builder(() -> Items.clients(server.endpoint(), accessKey, secretKey).build())
			.table(table)
			.createTable(creates)
			.build()
			.open();
	}

	private static TestCandidate open(String accessKey, String secretKey) {
		return new TestCandidate(store(accessKey, secretKey, DynamoDbLeaseStoreFactory.DEFAULT_TABLE, false),
				"candidate", LEASE);
	}

	private static TestCandidate user() {
		return open(server.user().accessKey(), server.user().secretKey());
	}

	@Test
	void policyOnThePageSuffices(CapturedOutput output) throws IOException {
		server.restrict(policy());
		try (TestCandidate candidate = user()) {
			candidate.win("suffices");
			assertThat(candidate.renew("suffices")).isInstanceOf(Outcome.Granted.class);
			assertThat(candidate.release("suffices")).isEqualTo(new Outcome.Released());
			candidate.win("suffices");
		}
		assertThat(output).doesNotContain("Nobody has checked");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GetItem", "PutItem" })
	void missingRightIsReportedUntilItIsGranted(String action) throws IOException {
		allowAllBut(action);
		try (TestCandidate candidate = user()) {
			assertMissing(candidate.acquire("without-" + action));
			server.restrict(policy());
			candidate.win("without-" + action);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "DescribeTable", "DescribeTimeToLive" })
	void missingRightToLookIsWarnedOf(String action, CapturedOutput output) throws IOException {
		allowAllBut(action);
		try (TestCandidate candidate = user()) {
			candidate.win("without-" + action);
			assertThat(candidate.renew("without-" + action)).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(output.getAll().split("Nobody has checked the table 'leader_election'")).hasSize(2);
	}

	@Test
	void withoutBatchesItemsAreReadOneByOne() throws IOException {
		allowAllBut("BatchGetItem");
		try (TestCandidate candidate = user();
				LeaseStore store = store(server.user().accessKey(), server.user().secretKey(),
						DynamoDbLeaseStoreFactory.DEFAULT_TABLE, false)) {
			candidate.win("one");
			candidate.win("two");
			assertThat(store.observe(List.of(TestCandidate.key("one"), TestCandidate.key("two")), LEASE)).hasSize(2)
				.hasOnlyElementsOfType(Outcome.Leased.class);
		}
	}

	@Test
	void userWithoutRightsIsToldWhichAreMissing() {
		try (TestCandidate candidate = user()) {
			assertMissing(candidate.acquire("none"));
			assertMissing(candidate.observe("none"));
		}
	}

	@Test
	void revokedRightIsUnknownAndNotALoss() throws IOException {
		server.restrict(policy());
		try (TestCandidate leader = user()) {
			leader.win("revoked");
			removeRights();
			assertMissing(leader.renew("revoked"));
			assertMissing(leader.release("revoked"));
			server.restrict(policy());
			assertThat(leader.renew("revoked")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void missingRightToCreateTheTableIsReported() throws IOException {
		server.restrict(policy());
		try (TestCandidate candidate = new TestCandidate(
				store(server.user().accessKey(), server.user().secretKey(), "created-later", true), "candidate",
				LEASE)) {
			assertMissing(candidate.acquire("e"));
		}
	}

	@Test
	void wrongKeysAreReportedButNotShown() throws IOException {
		server.restrict(policy());
		try (TestCandidate wrongSecret = open(server.user().accessKey(), "canary");
				TestCandidate wrongKey = open("canary", "canary")) {
			assertThat(report(wrongSecret.acquire("keys"))).contains("Correct the access key").doesNotContain("canary");
			assertThat(report(wrongKey.acquire("keys"))).contains("Correct the access key").doesNotContain("canary");
		}
	}

	@Test
	void timeToLiveIsRefusedUntilItIsDisabled() {
		server.relax();
		try (DynamoDbClient admin = Items.client(server.port())) {
			Items.createTable(admin, "with-ttl");
			setTimeToLive(admin, true);
			try (TestCandidate candidate = new TestCandidate(store("any", "any", "with-ttl", false), "candidate",
					LEASE)) {
				assertThat(((Outcome.Unknown) candidate.acquire("e")).cause())
					.isInstanceOf(LastingRefusalException.class)
					.hasMessageContainingAll("the table 'with-ttl'", "Its TTL", "'ends'");
			}
			setTimeToLive(admin, false);
			try (TestCandidate candidate = new TestCandidate(store("any", "any", "with-ttl", false), "candidate",
					LEASE)) {
				candidate.win("e");
			}
		}
	}

	private static void setTimeToLive(DynamoDbClient admin, boolean enabled) {
		admin.updateTimeToLive((request) -> request.tableName("with-ttl")
			.timeToLiveSpecification((specification) -> specification.enabled(enabled).attributeName("ends")));
	}

	private static void assertMissing(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(MissingRightException.class)
			.hasMessageContainingAll("answered 403", "dynamodb:GetItem, dynamodb:BatchGetItem, dynamodb:PutItem");
	}

	private static String report(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return Throwables.getStackTrace(((Outcome.Unknown) outcome).cause());
	}

}
