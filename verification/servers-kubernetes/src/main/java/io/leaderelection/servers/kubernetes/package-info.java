/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * An API server of Kubernetes on a free loopback port, for tests and benchmarks.
 */
@NullMarked
package io.leaderelection.servers.kubernetes;

import org.jspecify.annotations.NullMarked;
