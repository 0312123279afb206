/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A SeaweedFS server: an object storage with the API of S3, with all its parts in one
 * process. A user that may do everything has the keys of {@link VersityServer}, and the
 * first write to a bucket creates it.
 */
public final class SeaweedServer extends TestServer {

	private static final String ACCOUNTS = """
			{"identities":[{"name":"tests","credentials":[{"accessKey":"%s","secretKey":"%s"}],\
			"actions":["Admin","Read","Write","List"]}]}
			""".formatted(VersityServer.ACCESS_KEY, VersityServer.SECRET_KEY);

	private SeaweedServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server that keeps its data over {@link #stop()} and {@link #kill()}.
	 * @return the running server
	 */
	public static SeaweedServer open() {
		Path program = BuiltServer.program("seaweedfs");
		Path directory = Commands.temporaryDirectory("seaweedfs");
		Path accounts = directory.resolve("accounts.json");
		Commands.write(accounts, ACCOUNTS);
		int port = Loopback.freePort();
		List<String> command = new ArrayList<>(
				List.of(program.toString(), "-logtostderr=true", "server", "-dir=" + directory, "-ip=" + Loopback.HOST,
						"-ip.bind=" + Loopback.HOST, "-master.volumeSizeLimitMB=64", "-volume.max=20", "-filer", "-s3",
						"-s3.config=" + accounts, "-s3.port=" + port, "-s3.port.iceberg=0", "-s3.port.lance=0"));
		for (String part : List.of("master", "volume", "filer")) {
			command.add("-" + part + ".port=" + Loopback.freePort());
			command.add("-" + part + ".port.grpc=" + Loopback.freePort());
		}
		command.add("-s3.port.grpc=" + Loopback.freePort());
		return started(new SeaweedServer(directory, port, new NativeProcess(command, directory)));
	}

	@Override
	boolean isReady() {
		return Loopback.answers(port(),
				"GET /healthz HTTP/1.1\r\nHost: " + Loopback.HOST + "\r\nConnection: close\r\n\r\n",
				(in) -> new String(in.readAllBytes(), StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200"));
	}

}
