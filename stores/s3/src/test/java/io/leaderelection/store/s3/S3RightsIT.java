/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.MissingRightException;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys and policies.
 */
@Tag("server")
@Tag("slow")
class S3RightsIT {

	private static final Pattern POLICY = Pattern.compile("^```json\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	@AutoClose
	private static final VersityServer server = VersityServer.open();

	@AutoClose
	private final S3Client admin = S3Objects.client(server.port());

	@BeforeEach
	void removeRights() {
		this.admin.deleteBucketPolicy((request) -> request.bucket(VersityServer.BUCKET));
	}

	private static TestCandidate open(String accessKey, String secretKey) {
		return new TestCandidate(
				S3LeaseStoreFactory.builder(() -> S3Objects.clients(server.endpoint(), accessKey, secretKey).build())
					.bucket(VersityServer.BUCKET)
					.build()
					.open(),
				"candidate", Duration.ofMinutes(5));
	}

	private static TestCandidate user() {
		return open(VersityServer.USER, VersityServer.USER_SECRET);
	}

	/** Attaches the policy on the page to the bucket, for the user of the tests. */
	private void allow(String... actions) throws IOException {
		Matcher page = POLICY.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "s3.md")));
		assertThat(page.find()).isTrue();
		String policy = page.group(1)
			.replace("team-elections", VersityServer.BUCKET)
			.replace("\"Effect\"", "\"Principal\": \"" + VersityServer.USER + "\", \"Effect\"");
		for (String action : actions) {
			assertThat(policy).contains("\"" + action + "\"");
		}
		String actionsOnly = (actions.length > 0) ? policy.replaceFirst("\"Action\": \\[[^]]*]",
				"\"Action\": [\"" + String.join("\", \"", actions) + "\"]") : policy;
		this.admin.putBucketPolicy((request) -> request.bucket(VersityServer.BUCKET).policy(actionsOnly));
	}

	@Test
	void policyOnThePageSuffices() throws IOException {
		allow();
		try (TestCandidate candidate = user()) {
			candidate.win("suffices");
			assertThat(candidate.renew("suffices")).isInstanceOf(Outcome.Granted.class);
			assertThat(candidate.release("suffices")).isEqualTo(new Outcome.Released());
			candidate.win("suffices");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "s3:GetObject", "s3:PutObject" })
	void oneOfTheTwoRightsIsNotEnough(String action) throws IOException {
		allow(action);
		try (TestCandidate candidate = user()) {
			assertMissing(candidate.acquire("half"));
			allow();
			candidate.win("half-" + action.substring(3));
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
		allow();
		try (TestCandidate leader = user()) {
			leader.win("revoked");
			this.admin.deleteBucketPolicy((request) -> request.bucket(VersityServer.BUCKET));
			assertMissing(leader.renew("revoked"));
			assertMissing(leader.release("revoked"));
			allow();
			assertThat(leader.renew("revoked")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void wrongKeysAreReportedButNotShown() {
		try (TestCandidate wrongSecret = open(VersityServer.USER, "canary");
				TestCandidate wrongKey = open("canary", "canary")) {
			assertThat(report(wrongSecret.acquire("keys"))).contains("403 SignatureDoesNotMatch", "access key")
				.doesNotContain("canary");
			assertThat(report(wrongKey.acquire("keys"))).contains("403 InvalidAccessKeyId", "access key")
				.doesNotContain("canary");
		}
	}

	private static void assertMissing(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(MissingRightException.class)
			.hasMessageContainingAll("403 AccessDenied", "s3:GetObject and s3:PutObject",
					"arn:aws:s3:::" + VersityServer.BUCKET + "/leader-election/*");
	}

	private static String report(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return Throwables.getStackTrace(((Outcome.Unknown) outcome).cause());
	}

}
