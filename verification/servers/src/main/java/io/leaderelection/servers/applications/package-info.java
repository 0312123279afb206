/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What whole applications must do over every store, as a contract: tests that each
 * store's module inherits, with Spring's contexts and real servers.
 */
@NullMarked
package io.leaderelection.servers.applications;

import org.jspecify.annotations.NullMarked;
