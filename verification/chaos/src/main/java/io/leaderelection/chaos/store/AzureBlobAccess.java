/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.leaderelection.servers.AzuriteServer;

/**
 * Azure's blob service, to which requests are sent without a client library, signed with
 * the account's key.
 */
final class AzureBlobAccess implements StoreAccess {

	private static final String CONTAINER = "leader-election";

	private static final String VERSION = "2021-12-02";

	private static final int HASH_BYTES = 20;

	private static final int NOT_FOUND = 404;

	private static final int CONFLICT = 409;

	private final HttpClient client = HttpClient.newHttpClient();

	/** Returns the shortest lease that the service grants. */
	@Override
	public Duration lease() {
		return Duration.ofSeconds(15);
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=azure-blob",
				"--leader-election.azure-blob.connection-string=" + AzuriteServer.connectionString(port));
	}

	@Override
	public boolean requestsStandAlone() {
		return true;
	}

	/** Breaks the lease of the record's blob, and deletes the blob. */
	@Override
	public void deleteRecord(int port) throws IOException, InterruptedException {
		String blob = "/" + CONTAINER + "/" + ChaosStore.NAMESPACE + "/" + ChaosStore.ELECTION + "-"
				+ hash(ChaosStore.NAMESPACE, ChaosStore.ELECTION);
		int broken = send(port, "PUT", blob, "lease",
				Map.of("x-ms-lease-action", "break", "x-ms-lease-break-period", "0"));
		int deleted = send(port, "DELETE", blob, "", Map.of());
		if ((broken >= 300 && broken != CONFLICT && broken != NOT_FOUND) || (deleted >= 300 && deleted != NOT_FOUND)) {
			throw new IOException("Cannot delete the blob, status codes: " + broken + ", " + deleted);
		}
	}

	private int send(int port, String method, String path, String component, Map<String, String> headers)
			throws IOException, InterruptedException {
		Map<String, String> all = new TreeMap<>(headers);
		all.put("x-ms-date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
		all.put("x-ms-version", VERSION);
		String resource = "/" + AzuriteServer.ACCOUNT + "/" + AzuriteServer.ACCOUNT + path
				+ (component.isEmpty() ? "" : "\ncomp:" + component);
		String canonical = all.entrySet()
			.stream()
			.map((header) -> header.getKey() + ":" + header.getValue() + "\n")
			.collect(Collectors.joining());
		String text = method + "\n\n\n\n\n\n\n\n\n\n\n\n" + canonical + resource;
		HttpRequest.Builder request = HttpRequest
			.newBuilder(
					URI.create(AzuriteServer.endpoint(port) + path + (component.isEmpty() ? "" : "?comp=" + component)))
			.timeout(Duration.ofSeconds(10))
			.header("Authorization", "SharedKey " + AzuriteServer.ACCOUNT + ":" + sign(text))
			.method(method, HttpRequest.BodyPublishers.noBody());
		all.forEach(request::header);
		return this.client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
	}

	private static String sign(String text) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(Base64.getDecoder().decode(AzuriteServer.KEY), "HmacSHA256"));
			return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has HmacSHA256", ex);
		}
	}

	/** Returns the hash as the store computes it for blob names. */
	private static String hash(String namespace, String election) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			digest.update(namespace.getBytes(StandardCharsets.UTF_8));
			digest.update((byte) 0);
			digest.update(election.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
