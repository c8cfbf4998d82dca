"""Compares delegate methods with Apple's exact signatures.

Core Bluetooth's delegates are Objective-C protocols with optional methods: a misspelled method compiles and is never called. The compiler cannot see that on
Linux, where the protocols are Swift protocols with default implementations.
"""
import re

from places import PACKAGE, sources

# https://developer.apple.com/documentation/corebluetooth/cbcentralmanagerdelegate, …/cbperipheraldelegate: methods as Swift imports them, with the selector of each.
METHODS = {
    "CBCentralManagerDelegate": {
        "centralManagerDidUpdateState(_: CBCentralManager)": "centralManagerDidUpdateState:",
        "centralManager(_: CBCentralManager, willRestoreState: [String: Any])": "centralManager:willRestoreState:",
        "centralManager(_: CBCentralManager, didDiscover: CBPeripheral, advertisementData: [String: Any], rssi: NSNumber)":
            "centralManager:didDiscoverPeripheral:advertisementData:RSSI:",
        "centralManager(_: CBCentralManager, didConnect: CBPeripheral)": "centralManager:didConnectPeripheral:",
        "centralManager(_: CBCentralManager, didFailToConnect: CBPeripheral, error: (any Error)?)": "centralManager:didFailToConnectPeripheral:error:",
        "centralManager(_: CBCentralManager, didDisconnectPeripheral: CBPeripheral, error: (any Error)?)": "centralManager:didDisconnectPeripheral:error:",
        "centralManager(_: CBCentralManager, didDisconnectPeripheral: CBPeripheral, timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)":
            "centralManager:didDisconnectPeripheral:timestamp:isReconnecting:error:",
        "centralManager(_: CBCentralManager, connectionEventDidOccur: CBConnectionEvent, for: CBPeripheral)":
            "centralManager:connectionEventDidOccur:forPeripheral:",
        "centralManager(_: CBCentralManager, didUpdateANCSAuthorizationFor: CBPeripheral)": "centralManager:didUpdateANCSAuthorizationForPeripheral:",
    },
    "CBPeripheralDelegate": {
        "peripheralDidUpdateName(_: CBPeripheral)": "peripheralDidUpdateName:",
        "peripheral(_: CBPeripheral, didModifyServices: [CBService])": "peripheral:didModifyServices:",
        "peripheral(_: CBPeripheral, didReadRSSI: NSNumber, error: (any Error)?)": "peripheral:didReadRSSI:error:",
        "peripheral(_: CBPeripheral, didDiscoverServices: (any Error)?)": "peripheral:didDiscoverServices:",
        "peripheral(_: CBPeripheral, didDiscoverIncludedServicesFor: CBService, error: (any Error)?)": "peripheral:didDiscoverIncludedServicesForService:error:",
        "peripheral(_: CBPeripheral, didDiscoverCharacteristicsFor: CBService, error: (any Error)?)": "peripheral:didDiscoverCharacteristicsForService:error:",
        "peripheral(_: CBPeripheral, didUpdateValueFor: CBCharacteristic, error: (any Error)?)": "peripheral:didUpdateValueForCharacteristic:error:",
        "peripheral(_: CBPeripheral, didWriteValueFor: CBCharacteristic, error: (any Error)?)": "peripheral:didWriteValueForCharacteristic:error:",
        "peripheral(_: CBPeripheral, didUpdateNotificationStateFor: CBCharacteristic, error: (any Error)?)":
            "peripheral:didUpdateNotificationStateForCharacteristic:error:",
        "peripheral(_: CBPeripheral, didDiscoverDescriptorsFor: CBCharacteristic, error: (any Error)?)": "peripheral:didDiscoverDescriptorsForCharacteristic:error:",
        "peripheral(_: CBPeripheral, didUpdateValueFor: CBDescriptor, error: (any Error)?)": "peripheral:didUpdateValueForDescriptor:error:",
        "peripheral(_: CBPeripheral, didWriteValueFor: CBDescriptor, error: (any Error)?)": "peripheral:didWriteValueForDescriptor:error:",
        "peripheralIsReady(toSendWriteWithoutResponse: CBPeripheral)": "peripheralIsReadyToSendWriteWithoutResponse:",
        "peripheral(_: CBPeripheral, didOpen: CBL2CAPChannel?, error: (any Error)?)": "peripheral:didOpenL2CAPChannel:error:",
    },
}
# Without these, a connection cannot work at all.
REQUIRED = {
    "CBCentralManagerDelegate": {"centralManagerDidUpdateState:", "centralManager:didDiscoverPeripheral:advertisementData:RSSI:", "centralManager:didConnectPeripheral:",
        "centralManager:didFailToConnectPeripheral:error:", "centralManager:didDisconnectPeripheral:error:", "centralManager:willRestoreState:"},
    "CBPeripheralDelegate": {"peripheral:didDiscoverServices:", "peripheral:didDiscoverCharacteristicsForService:error:", "peripheral:didModifyServices:",
        "peripheral:didUpdateValueForCharacteristic:error:", "peripheral:didWriteValueForCharacteristic:error:",
        "peripheral:didUpdateNotificationStateForCharacteristic:error:", "peripheralIsReadyToSendWriteWithoutResponse:"},
}
FUNCTION = re.compile(r"^ *(?P<modifiers>(?:\w+ )*?)func (?P<name>\w+)\((?P<parameters>.*?)\)(?: (?:async|throws))?(?: -> [^{\n]+)?\s*(?:\{|$)", re.M | re.S)


def signature(name, parameters):
    parts = []
    for parameter in re.split(r",\s*(?![^\[(]*[\])])", parameters.strip()):
        labels, kind = parameter.split(":", 1)
        parts.append(f"{labels.split()[0]}: {re.sub(r'[ ]+', ' ', kind.strip())}")
    return f"{name}({', '.join(parts)})"


def bodies(text, protocol):
    """The bodies of the types and extensions that conform to a protocol."""
    for match in re.finditer(rf"^(?:\w+ )*(?:extension|class) [^{{\n]*:[^{{]*\b{protocol}\b[^{{]*\{{", text, re.M):
        depth, place = 1, match.end()
        while depth and place < len(text):
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        yield text[match.end():place]


def check(folders):
    problems, implemented = [], {protocol: set() for protocol in METHODS}
    for path in sources(*folders):
        text = path.read_text()
        for protocol, methods in METHODS.items():
            for body in bodies(text, protocol):
                for match in FUNCTION.finditer(body):
                    if "private" in match["modifiers"] or not match["name"].startswith(("centralManager", "peripheral")):
                        continue
                    found = signature(match["name"], match["parameters"])
                    if found in methods:
                        implemented[protocol].add(methods[found])
                    else:
                        problems.append(f"{path}: '{found}' is no method of {protocol}, so it would never be called")
    for protocol, selectors in REQUIRED.items():
        for selector in sorted(selectors - implemented[protocol]):
            problems.append(f"no type implements {selector} of {protocol}")
    return problems


def check_stand_in(package=PACKAGE):
    """The package's own Core Bluetooth must declare exactly Apple's methods, or its tests would prove nothing."""
    problems = []
    for protocol, methods in METHODS.items():
        text = (package / f"Sources/CoreBluetooth/Central/{protocol}.swift").read_text()
        body = text[text.index(f"public protocol {protocol}"):text.index(f"extension {protocol}")]
        declared = {signature(match[1], match[2]) for match in re.finditer(r"func (\w+)\((.*?)\)\n(?=\n| *\})", body, re.S)}
        for wrong in sorted(declared ^ methods.keys()):
            problems.append(f"{protocol} of Sources/CoreBluetooth and Apple's differ in '{wrong}'")
    return problems
