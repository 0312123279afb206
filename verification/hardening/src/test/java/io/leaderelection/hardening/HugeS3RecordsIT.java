/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

import io.leaderelection.servers.VersityServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

@Tag("slow")
class HugeS3RecordsIT extends HugeRecordsContract<VersityServer> {

	private static final String ACCESS_KEY = "aws.accessKeyId";

	private static final String SECRET_KEY = "aws.secretAccessKey";

	@Override
	VersityServer open(Path directory) {
		System.setProperty(ACCESS_KEY, VersityServer.ACCESS_KEY);
		System.setProperty(SECRET_KEY, VersityServer.SECRET_KEY);
		return VersityServer.open();
	}

	@AfterAll
	static void removeKeys() {
		System.clearProperty(ACCESS_KEY);
		System.clearProperty(SECRET_KEY);
	}

	@Override
	List<String> store() {
		return List.of("leader-election.s3.bucket=" + VersityServer.BUCKET,
				"leader-election.s3.endpoint=" + this.server.endpoint(), "leader-election.s3.path-style-access=true",
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) throws Exception {
		byte[] hash = MessageDigest.getInstance("SHA-256")
			.digest((NAMESPACE + "\0" + election).getBytes(StandardCharsets.UTF_8));
		String key = "leader-election/" + NAMESPACE + "/" + election + "-" + HexFormat.of().formatHex(hash, 0, 20);
		String record = "leader-election-record 1\ntoken=1\ncandidate=" + "c".repeat(8_000_000) + "\nend\n";
		try (S3Client client = S3Client.builder()
			.endpointOverride(URI.create(this.server.endpoint()))
			.region(Region.US_EAST_1)
			.forcePathStyle(true)
			.build()) {
			client.putObject((request) -> request.bucket(VersityServer.BUCKET).key(key),
					RequestBody.fromString(record));
		}
	}

}
